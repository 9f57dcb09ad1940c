import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '../check/verify.ts';
import { nodeHasher } from '../node/hasher.ts';
import { vectors } from './vectors.ts';

/* Writes the test vectors: the packages, the heads beside them, and vectors.json, which says what a verifier finds in each. */
const folder = join(import.meta.dirname, 'packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const listed = [];
/** Vectors that differ in their heads alone share a package. */
const written = new Map<string, string>();
for (const { name, package: bytes, key, heads = [] } of await vectors()) {
  const content = bytes.toString('base64');
  const file = written.get(content) ?? `${name}.zip`;
  if (!written.has(content)) writeFileSync(join(folder, file), bytes);
  written.set(content, file);
  const names = heads.map((text, place) => {
    const head = `${name}.head-${place + 1}.txt`;
    writeFileSync(join(folder, head), text);
    return head;
  });
  const source = { size: bytes.length, read: async (from: number, to: number) => bytes.subarray(from, to) };
  listed.push({ name, package: file, key, heads: names, ...(await verify(source, nodeHasher, { key, heads })) });
}
writeFileSync(join(import.meta.dirname, 'vectors.json'), `${JSON.stringify(listed, null, 2)}\n`);

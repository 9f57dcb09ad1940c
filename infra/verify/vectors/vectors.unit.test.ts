import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingTexts } from '../check/findings.texts.ts';
import { codes, type Finding, type Report } from '../check/findings.ts';
import { verify } from '../check/verify.ts';
import { nodeHasher } from '../node/hasher.ts';
import { vectors } from './vectors.ts';

type Listed = Report & { name: string; package: string; key?: string; heads: string[] };
const fileOf = (name: string): string => join(import.meta.dirname, 'packages', name);
const listed = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as Listed[];
const check = (bytes: Uint8Array, known: { key?: string; heads?: string[] } = {}): Promise<Report> =>
  verify({ size: bytes.length, read: async (from, to) => bytes.subarray(from, to) }, nodeHasher, known);

test.each(listed)('$name: the verifier finds what is written down', async ({ package: file, key, heads, findings, facts }) => {
  const texts = heads.map((name) => readFileSync(fileOf(name), 'utf8'));
  expect(await check(readFileSync(fileOf(file)), { key, heads: texts })).toEqual({ findings, facts });
});

test('the packages are those that are made today', async () => {
  const made = await vectors();
  expect(made.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
  for (const [place, { package: bytes }] of made.entries())
    expect(readFileSync(fileOf(listed[place]!.package)).equals(bytes)).toBe(true);
});

test('good packages are good, and every other vector has a finding of a known kind', () => {
  const good = listed.filter(({ findings }) => findings.length === 0).map(({ name }) => name);
  expect(good).toEqual(['tickets', 'company', 'one-leaf', 'kept-later', 'kept-same', 'kept-earlier']);
  const found = new Set(listed.flatMap(({ findings }) => findings.map(({ code }) => code)));
  expect([...found].sort()).toEqual([...codes].sort());
  for (const texts of Object.values(findingTexts)) expect(Object.keys(texts).sort()).toEqual([...codes].sort());
});

describe('the line is named', () => {
  const of = (name: string): Finding[] => listed.find((one) => one.name === name)!.findings;
  test.each<[string, Finding]>([
    ['line-changed', { code: 'line-changed', line: 4 }],
    ['line-value-changed', { code: 'line-changed', line: 5 }],
    ['line-left-out', { code: 'line-missing', line: 6 }],
    ['last-lines-cut-off', { code: 'line-missing', line: 9 }],
    ['lines-swapped', { code: 'line-moved', line: 3 }],
    ['line-put-in', { code: 'line-added', line: 3 }],
    ['line-doubled', { code: 'line-added', line: 7 }],
  ])('%s', (name, finding) => {
    expect(of(name)).toEqual([{ code: 'file-changed', file: 'events.jsonl' }, ...of(name).slice(1)]);
    expect(of(name)).toContainEqual(finding);
    expect(of(name)).toHaveLength(name === 'last-lines-cut-off' ? 3 : 2);
  });
});

test('a changed byte is found wherever it is, and a package that is cut off', async () => {
  const base = readFileSync(fileOf('tickets.zip'));
  for (let place = 0; place < base.length; place += 11) {
    const changed = Buffer.from(base);
    changed[place]! ^= 1 << (place % 8);
    expect({ place, found: (await check(changed)).findings.length > 0 }).toEqual({ place, found: true });
  }
  for (let length = 0; length < base.length; length += 211)
    expect((await check(base.subarray(0, length))).findings).not.toEqual([]);
});

test('the command ends with 0, 1 or 2, and says what it has found', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--no-warnings', join(import.meta.dirname, '../prosa-verify.ts'), ...args], {
      encoding: 'utf8',
    });
  const good = run(fileOf('tickets.zip'), '--key', listed[0]!.key!);
  expect(good).toMatchObject({ status: 0, stderr: '' });
  expect(good.stdout).toMatch(/Nothing was changed\.\n$/);
  const bad = run(fileOf('lines-swapped.zip'));
  expect(bad).toMatchObject({ status: 1, stderr: '' });
  expect(bad.stdout).toContain('line 3: A line was moved.');
  const kept = run(fileOf('tickets.zip'), '--head', fileOf('kept-rewritten.head-1.txt'), '--json');
  expect(JSON.parse(kept.stdout).findings).toEqual([{ code: 'log-rewritten', head: 1 }]);
  expect(run(fileOf('nowhere.zip'))).toMatchObject({ status: 2, stdout: '' });
  expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('prosa-verify FILE') });
});

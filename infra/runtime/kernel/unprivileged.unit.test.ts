import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivileged } from './unprivileged.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-nobody-'));
const program = join(folder, 'who.mjs');
writeFileSync(program, 'console.log([process.getuid(), process.getgid(), ...process.getgroups()].join())', { mode: 0o644 });
afterAll(() => rmSync(folder, { recursive: true }));

const isRoot = process.getuid?.() === 0;
const started = () => execFileSync(process.execPath, [program], { encoding: 'utf8', ...unprivileged(program) }).trim();

test('a process of root’s is nobody, of no group of root’s; another user’s stays that user’s', () => {
  chmodSync(folder, 0o755);
  if (isRoot) expect(started()).toBe('65534,65534,65534');
  else expect(started()).toMatch(new RegExp(`^${process.getuid?.()},`));
});

test('what nobody may not read runs as before', () => {
  chmodSync(folder, 0o700);
  expect(unprivileged(program)).toEqual({});
  expect(started()).toMatch(new RegExp(`^${process.getuid?.()},`));
});

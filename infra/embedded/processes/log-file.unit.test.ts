import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from './log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it appends to an existing log, readable by its owner only', async () => {
  const path = join(folder, 'kept.log');
  for (const line of ['one\n', 'two\n']) {
    const log = openLog(path);
    log.write(line);
    await log.end();
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('when it grows too large, a new log is started and the previous one is kept', async () => {
  const path = join(folder, 'long.log');
  const log = openLog(path, 1_000);
  for (let i = 0; i < 35; i++) log.write(`${'x'.repeat(99)}\n`);
  await log.end();
  expect(statSync(path).size).toBe(500);
  expect(statSync(`${path}.1`).size).toBe(1_000);
  expect(existsSync(`${path}.2`)).toBe(false);
});

test('on a full disk lines are dropped, and writing continues when there is space', async () => {
  const path = join(folder, 'full.log');
  symlinkSync('/dev/full', path);
  const log = openLog(path);
  log.write('lost\n');
  await sleep(100);
  unlinkSync(path);
  // It pauses for a second after a failure.
  for (const end = Date.now() + 10_000; !existsSync(path) && Date.now() < end; await sleep(20)) log.write('kept\n');
  await log.end();
  expect(readFileSync(path, 'utf8')).toBe('kept\n');
});

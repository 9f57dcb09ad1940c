import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { watchDisk } from './disk.ts';
import { LOCK_FILE } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-watched-'));
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const create = (): string => {
  const data = mkdtempSync(join(folder, 'data-'));
  writeFileSync(join(data, LOCK_FILE), '');
  return data;
};

test.each([
  ['the folder was deleted', (data: string) => rmSync(data, { recursive: true })],
  ['the folder was renamed', (data: string) => renameSync(data, `${data}-before`)],
  ['what is in it was deleted', (data: string) => rmSync(join(data, LOCK_FILE))],
  [
    'the folder was deleted, and a server has created it again',
    (data: string) => {
      rmSync(data, { recursive: true });
      mkdirSync(data);
    },
  ],
])('%s: that is noticed once', (_, happen) => {
  const data = create();
  const said: string[] = [];
  let times = 0;
  const unwatch = watchDisk(
    data,
    (line) => said.push(line),
    () => (times += 1),
  );
  jest.advanceTimersByTime(10_000);
  expect(times).toBe(0);
  happen(data);
  jest.advanceTimersByTime(30_000);
  unwatch();
  expect({ times, said }).toEqual({ times: 1, said: [] });
});

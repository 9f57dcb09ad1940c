import { once } from 'node:events';
import { createLogger } from '@prosa/infra/runtime';
import type { WAVersion } from '@whiskeysockets/baileys';
import { type AskVersion, OLD_VERSION, versionGuard } from './version.ts';

const NOW: WAVersion = [2, 3000, 2];
const lines: string[] = [];
const log = createLogger('gateway', 'warn', { write: (line) => void lines.push(line) });
const guard = (ask: AskVersion, backOffMs: [number, ...number[]] = [3_600_000]) =>
  versionGuard({ version: [2, 3000, 1], ask, backOffMs, log });
const told =
  (...versions: (WAVersion | null)[]): AskVersion =>
  async () =>
    versions.shift() ?? null;

test('a refused version is replaced by the current one, as which all log in', async () => {
  const version = guard(told(NOW));
  const signal = version.accepted();
  expect(await version.refuse([2, 3000, 1])).toBe(true);
  expect(version.current()).toEqual(NOW);
  expect(version.stops(null, false)).toBeNull();
  expect(signal.aborted).toBe(true);
  expect(lines.join()).toContain('2.3000.2');
  // One that was refused as the older version meanwhile tries again at once.
  expect(await version.refuse([2, 3000, 1])).toBe(true);
});

test('it is asked for once for all sessions, and those wait for the answer that have lost their socket meanwhile', async () => {
  const answer = Promise.withResolvers<WAVersion | null>();
  let asked = 0;
  const version = guard(() => {
    asked += 1;
    return answer.promise;
  });
  const refusals = [version.refuse([2, 3000, 1]), version.refuse([2, 3000, 1])];
  let isSettled = false;
  const settled = version.settled().then(() => {
    isSettled = true;
  });
  expect([version.stops(null, false), isSettled]).toEqual([OLD_VERSION, false]);
  answer.resolve(NOW);
  await settled;
  expect(await Promise.all(refusals)).toEqual([true, true]);
  expect([asked, version.stops(null, false)]).toEqual([1, null]);
});

test.each([
  ['nobody tells one', told(null)],
  ['it is the refused one', told([2, 3000, 1])],
  ['asking fails', (async () => Promise.reject(new Error('away'))) as AskVersion],
])('where %s, it stays refused, but for a session that was asked to try', async (_, ask) => {
  const version = guard(ask);
  expect(await version.refuse([2, 3000, 1])).toBe(false);
  expect([version.stops(null, false), version.stops(OLD_VERSION, true)]).toEqual([OLD_VERSION, null]);
  const signal = version.accepted();
  version.accept();
  expect([version.stops(null, false), signal.aborted]).toEqual([null, true]);
});

test('it is asked for again by itself, and one session tries all the same', async () => {
  const version = guard(told(null, null, NOW), [1]);
  expect(await version.refuse([2, 3000, 1])).toBe(false);
  await once(version.accepted(), 'abort');
  expect([version.stops(null, false), version.stops(null, false)]).toEqual([null, OLD_VERSION]);
  await once(version.accepted(), 'abort');
  expect([version.current(), version.stops(null, false)]).toEqual([NOW, null]);
});

test('a session that has stopped for another reason stays so', async () => {
  const version = guard(told(null));
  const banned = { reason: 'banned', until: null };
  expect(version.stops(banned, false)).toBe(banned);
  await version.refuse([2, 3000, 1]);
  expect(version.stops(banned, true)).toBe(banned);
});

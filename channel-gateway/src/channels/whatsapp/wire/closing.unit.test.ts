import { afterClosing, type Closed, type Past } from './closing.ts';

const past: Past = { failures: 0, replacedAt: null, now: 1_000_000 };
const closed = (code: number | null, more: Partial<Closed> = {}): Closed => ({ code, ...more });
const after = (code: number | null, more: Partial<Closed> = {}, before: Partial<Past> = {}) =>
  afterClosing(closed(code, more), { ...past, ...before }, 0.5);
const stops = (reason: string, more = {}) => ({ do: 'stop', reason, until: null, wipe: false, ...more });

test('C12: after linking, a new socket at once with the same credentials', () => expect(after(515)).toEqual({ do: 'restart' }));

test.each([408, 428, 500, 503, 502])('C12: %i is no bad session: tried again without end, at most a minute later', (code) => {
  const waits = Array.from({ length: 9 }, (_, failures) => after(code, {}, { failures }));
  expect(waits.map((next) => next.do === 'retry' && next.afterMs)).toEqual([
    1_000, 2_000, 5_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000,
  ]);
  expect(after(code, {}, { failures: 1_000 })).toMatchObject({ do: 'retry', status: 'OPENING' });
});

test('C12: the waits are spread', () => {
  const at = (random: number) => afterClosing(closed(428), past, random);
  expect([at(0), at(1)]).toMatchObject([{ afterMs: 750 }, { afterMs: 1_250 }]);
});

test('C12: a session that was logged out is forgotten; one that is locked, banned or too old is kept', () => {
  const until = new Date(5_000_000);
  expect(after(401)).toEqual(stops('logged-out', { wipe: true }));
  expect(after(402, { until })).toEqual(stops('banned', { until }));
  expect(after(403)).toEqual(stops('locked'));
  expect(after(406)).toEqual(stops('locked'));
  expect(after(405)).toEqual(stops('version'));
  expect(after(409)).toEqual(stops('version'));
  expect(after(411)).toEqual(stops('gave-up'));
});

test('C12: one that is replaced comes back once after a minute; again within ten minutes it stops', () => {
  expect(after(440)).toEqual({ do: 'retry', afterMs: 60_000, status: 'TIMEOUT', reason: 'replaced' });
  expect(after(440, {}, { replacedAt: past.now - 9 * 60_000 })).toEqual(stops('replaced'));
  expect(after(440, {}, { replacedAt: past.now - 11 * 60_000 })).toMatchObject({ do: 'retry' });
});

test('C12: codes that nobody scans end it', () =>
  expect(after(408, { codesUsedUp: true })).toEqual(stops('not-scanned', { wipe: true })));

test.each([400, 419, 501])('C12: other refusals, like %i, end it after twenty in a row', (code) => {
  expect(after(code, {}, { failures: 18 })).toMatchObject({ do: 'retry' });
  expect(after(code, {}, { failures: 19 })).toEqual(stops('gave-up'));
});

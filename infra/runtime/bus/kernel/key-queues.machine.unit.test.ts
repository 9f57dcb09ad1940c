import { givenState } from '../../../testing/given-state.ts';
import {
  ASIDE,
  EMPTY,
  type Entry,
  entryOf,
  finished,
  isFull,
  type Lane,
  LIMITS,
  laneOf,
  reduceKeyQueue,
  SHARE,
  taken,
  worstOf,
} from './key-queues.machine.ts';
import type { Arrived } from './parked.rows.ts';

const given = givenState(reduceKeyQueue);
const entry = (offset: number, bytes = 10): Entry =>
  entryOf({ topic: 't', partition: 0, offset: `${offset}`, key: 'ana', value: null, bytes } as unknown as Arrived);
const entries = (count: number, from = 0, bytes?: number) => Array.from({ length: count }, (_, n) => entry(from + n, bytes));
const lane = (waiting: Entry[], now: Lane['now'] = { is: 'handling', isFailing: false }, key = 'ana'): Lane => ({
  key,
  waiting,
  bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
  now,
});
const storing: Lane['now'] = { is: 'aside', isStoring: true, hasMore: true };

describe('a key', () => {
  test('is handled in order, and each handled message holds back the partition no longer', () =>
    given(lane(entries(2), { is: 'handling', isFailing: true }))
      .when({ is: 'taken', entries: [entry(7)] }, { is: 'handled' })
      .gives(lane([entry(1), entry(7)]), [{ do: 'finish', entries: [entry(0)] }]));

  test('that fails goes on trying; where that does not help, it is set aside', () => {
    given(lane(entries(2)))
      .when({ is: 'failed', standstill: null })
      .gives({ now: { is: 'handling', isFailing: true } });
    given(lane(entries(2)))
      .when({ is: 'failed', standstill: 'No key.' })
      .gives({ now: storing }, [
        { do: 'set aside', count: 2, why: 'No key.' },
        { do: 'store', entries: entries(2), why: 'No key.' },
      ]);
  });

  test('that is set aside is set aside once, and what its handler still ends is no end of what waits in the table', () =>
    given(lane(entries(2), storing))
      .when({ is: 'set aside', why: 'Again.' }, { is: 'failed', standstill: 'No key.' }, { is: 'handled' })
      .gives({}));

  test('writes what comes meanwhile behind what is being written, in order', () => {
    const meanwhile = given(lane(entries(2), storing)).when({ is: 'taken', entries: [entry(2)] });
    expect(meanwhile.effects).toEqual([]);
    given(meanwhile.state)
      .when({ is: 'stored', count: 2 })
      .gives(lane([entry(2)], storing), [
        { do: 'finish', entries: entries(2) },
        { do: 'store', entries: [entry(2)], why: null },
      ]);
    given(lane([], ASIDE))
      .when({ is: 'taken', entries: [entry(9)] })
      .gives(lane([entry(9)], storing), [{ do: 'store', entries: [entry(9)], why: null }]);
  });

  test('is handled from memory again once the table is empty', () =>
    given(lane([], ASIDE))
      .when({ is: 'reading' }, { is: 'emptied' })
      .gives({ now: { is: 'handling', isFailing: false } }));

  test('stays aside if something was written while the table was read, or is being written: its order would be lost', () => {
    const reading = given(lane([], ASIDE)).when({ is: 'reading' }).state;
    const writing = given(reading).when({ is: 'taken', entries: [entry(1)] });
    expect(given(writing.state).when({ is: 'emptied' }).state.now.is).toBe('aside');
    const written = given(writing.state).when({ is: 'stored', count: 1 }, { is: 'emptied' });
    expect(written.state.now).toEqual({ is: 'aside', isStoring: false, hasMore: true });
    expect(given(written.state).when({ is: 'reading' }, { is: 'emptied' }).state.now.is).toBe('handling');
  });

  test('that is handled hears nothing of a table', () =>
    given(lane(entries(1)))
      .when({ is: 'reading' }, { is: 'emptied' })
      .gives({}));
});

describe('a partition', () => {
  test('is passed up to the first message that is neither handled nor in the table', () => {
    const all = entries(4, 10);
    const later = finished(taken(EMPTY, all), [all[2]!, all[1]!]);
    expect(later).toMatchObject({ reached: null, furthest: 12n, load: { messages: 2, bytes: 20 } });
    const first = finished(later, [all[0]!]);
    expect(first).toEqual({
      line: [{ offset: 13n, isDone: false }],
      load: { messages: 1, bytes: 10 },
      reached: 13n,
      furthest: 12n,
    });
    expect(finished(first, [all[3]!])).toMatchObject({ line: [], reached: 14n, load: { messages: 0, bytes: 0 } });
  });

  test('is passed in the order in which it was read, also where the offsets begin anew', () => {
    const [old, anew] = [entry(900), entry(0)];
    const later = finished(taken(EMPTY, [old, anew]), [anew]);
    expect(later).toMatchObject({ reached: null, load: { messages: 1 } });
    expect(finished(later, [old])).toMatchObject({ line: [], reached: 1n });
  });

  test('is full by messages, by bytes, and by how far it was read past the first one', () => {
    expect(isFull(taken(EMPTY, entries(LIMITS.messages - 1)))).toBe(false);
    expect(isFull(taken(EMPTY, entries(LIMITS.messages)))).toBe(true);
    expect(isFull(taken(EMPTY, entries(2, 0, LIMITS.bytes / 2)))).toBe(true);
    const all = entries(LIMITS.ahead);
    expect(isFull(finished(taken(EMPTY, all), all.slice(1)))).toBe(true);
    expect(isFull(finished(taken(EMPTY, all), all.slice(0, -1)))).toBe(false);
  });

  test('sets aside who uses most of the room, and more than a share of it', () => {
    const small = lane(entries(SHARE.messages - 1), undefined, 'small');
    const many = lane(entries(SHARE.messages, 100), undefined, 'many');
    const big = lane(entries(1, 300, SHARE.bytes), undefined, 'big');
    expect(worstOf(EMPTY, [small])).toBeUndefined();
    expect(worstOf(EMPTY, [small, many])).toBe(many);
    expect(worstOf(EMPTY, [small, many, big])).toBe(big);
    expect(worstOf(EMPTY, [{ ...many, now: storing }, laneOf('none')])).toBeUndefined();
  });

  test('sets aside who fails while later messages succeed: if all fail, that would not help', () => {
    const failing = lane([entry(5)], { is: 'handling', isFailing: true });
    expect(worstOf({ ...EMPTY, furthest: 4n }, [failing])).toBeUndefined();
    expect(worstOf({ ...EMPTY, furthest: 6n }, [failing])).toBe(failing);
  });

  test('sets aside first who holds it back, when it was read far past that', () => {
    const all = entries(LIMITS.ahead);
    const far = finished(taken(EMPTY, all), all.slice(1));
    const first = lane([all[0]!], undefined, 'first');
    const big = lane(entries(1, 300, SHARE.bytes), undefined, 'big');
    expect(worstOf(far, [big, first])).toBe(first);
  });
});

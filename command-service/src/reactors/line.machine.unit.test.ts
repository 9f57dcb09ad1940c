import type { Decoded } from '@prosa/infra/runtime';
import { givenState } from '../../../infra/testing/given-state.ts';
import { lagOf, PASSED, reduceLine, type State } from './line.machine.ts';

const given = givenState(reduceLine);
const second = (n: number): Date => new Date(n * 1_000);
/** An event at each position, written in that second. */
const facts = (...positions: number[]): Decoded[] =>
  positions.map((n) => ({ meta: { position: BigInt(n), at: second(n) } }) as unknown as Decoded);
const progress = (position: bigint, more = {}) => ({ position, written: position, writtenAt: 0, ...more });
const reading = (position: bigint, more: Partial<Extract<State, { is: 'reading' }>> = {}): State => ({
  is: 'reading',
  behind: second(1),
  since: null,
  ...progress(position),
  ...more,
});
const following = (position: bigint, more: Partial<Extract<State, { is: 'following' }>> = {}): State => ({
  is: 'following',
  behind: null,
  ...progress(position),
  ...more,
});

describe('catching up', () => {
  test('begins at the checkpoint, and again there when the subscription is broken, without losing its inbox', () => {
    const anew = { position: 5n, written: 5n, writtenAt: Number.NEGATIVE_INFINITY };
    const begun = given({ is: 'off' }).when({ is: 'led', at: second(1) }, { is: 'stood', position: 5n });
    expect(begun.state).toEqual({ is: 'reading', behind: second(1), since: null, ...anew });
    given(reading(9n, { since: 20n }))
      .when({ is: 'stood', position: 5n })
      .gives(anew);
  });

  test('joins the feed only when it has read all that the inbox lacks', () => {
    const joined = given(reading(9n)).when({ is: 'joined', since: 20n });
    joined.gives({ since: 20n });
    const nearer = given(joined.state).when({ is: 'passed', upTo: 19n, now: 0 }, { is: 'handled', last: second(19) });
    expect(nearer.state).toMatchObject({ is: 'reading', behind: second(19) });
    const there = given(nearer.state).when({ is: 'passed', upTo: 20n, now: 0 }, { is: 'handled', last: second(20) });
    expect([there.state, there.effects]).toEqual([following(20n, { written: 9n }), [{ do: 'end reading' }]]);
  });

  test('follows at once if the inbox lacks nothing', () => {
    const there = given(reading(9n)).when({ is: 'joined', since: 9n });
    expect([there.state.is, there.effects]).toEqual(['following', [{ do: 'end reading' }]]);
  });

  test('that ends by itself before that begins again: it follows no inbox that lacks events', () =>
    expect(given(reading(9n, { since: 20n })).when({ is: 'ended' }).state).toEqual({ is: 'waiting', behind: second(1) }));
});

describe('a batch', () => {
  test('is handled from behind the position on: what comes again after a restart is done', () => {
    const some = facts(8, 9, 10, 11);
    given(following(9n))
      .when({ is: 'batch', facts: some, upTo: 12n, now: 0 })
      .gives({ behind: second(10) } as Partial<State>, [{ do: 'handle', facts: some.slice(2), written: 9n, upTo: 12n }]);
    for (const upTo of [8n, 9n])
      given(following(9n))
        .when({ is: 'batch', facts: facts(8), upTo, now: 5_000 })
        .gives({});
  });

  test('that leaves nothing to write is passed; how far is written once in a while, and when it is quiet', () => {
    const passed = given(following(9n)).when({ is: 'batch', facts: [], upTo: 12n, now: PASSED.atMostMs - 1 });
    passed.gives({ position: 12n } as Partial<State>);
    given(passed.state)
      .when({ is: 'quiet' })
      .gives({}, [{ do: 'commit', written: 9n, upTo: 12n }]);
    given(passed.state)
      .when({ is: 'passed', upTo: 15n, now: PASSED.atMostMs })
      .gives({ position: 15n } as Partial<State>, [{ do: 'commit', written: 9n, upTo: 15n }]);
    given(following(9n)).when({ is: 'quiet' }).gives({});
  });

  test('that was written moves the checkpoint', () =>
    given(following(12n, { written: 9n, behind: second(10) }))
      .when({ is: 'committed', upTo: 15n, now: 700 }, { is: 'handled', last: second(15) })
      .gives({ position: 15n, written: 15n, writtenAt: 700, behind: null } as Partial<State>));

  test.each<State>([{ is: 'off' }, { is: 'waiting', behind: null }])('that comes late changes nothing: $is', (state) =>
    given(state)
      .when(
        { is: 'batch', facts: facts(9), upTo: 9n, now: 0 },
        { is: 'committed', upTo: 9n, now: 0 },
        { is: 'quiet' },
        { is: 'joined', since: 1n },
      )
      .gives({}),
  );
});

describe('the lag', () => {
  const inbox = { oldest: null, brokenFor: 0 };
  test('counts from the oldest event that is not handled, here or in the inbox', () => {
    expect(lagOf(following(9n, { behind: second(10) }), second(14), { oldest: second(12), brokenFor: 0 })).toBe(4);
    expect(lagOf(following(9n), second(14), { oldest: second(12), brokenFor: 0 })).toBe(2);
    expect(lagOf(following(9n), second(14), { oldest: null, brokenFor: 7 })).toBe(7);
    expect(lagOf(following(9n), second(14), inbox)).toBe(0);
    expect(lagOf({ is: 'off' }, second(14), inbox)).toBeNull();
  });
  test('grows while it fails, from the event that it could not handle, or from the failure', () => {
    const failed = (state: State) => given(state).when({ is: 'failed', at: second(20) }).state;
    expect(failed(following(9n, { behind: second(10) }))).toEqual({ is: 'waiting', behind: second(10) });
    expect(failed(following(9n))).toEqual({ is: 'waiting', behind: second(20) });
    expect(lagOf(failed(failed(following(9n))), second(50), inbox)).toBe(30);
  });
  test('is none after an inbox has overflowed, until more is read', () =>
    expect(given(following(9n)).when({ is: 'ended' }).state).toEqual({ is: 'waiting', behind: null }));
});

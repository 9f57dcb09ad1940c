import { givenState } from '../../../infra/testing/given-state.ts';
import { BY_PERSON } from '../kernel/priority.ts';
import type { Handed, Outcome, Result } from './outbox.table.ts';
import {
  BULK,
  CONCURRENCY,
  type Effect,
  type Event,
  firstOf,
  type Happened,
  LOOK_AT_HELD_MS,
  NOTE_MS,
  type State,
  senderMachine,
} from './sender.machine.ts';

const NOW = 1_000_000;
const given = givenState(senderMachine({ holdMs: 3_600_000, pollMs: 5_000 }));
const happened = (event: Happened, world: Partial<Event> = {}): Event =>
  ({ ...event, at: NOW, isHeld: true, isReady: true, ...world }) as Event;
const state = (more: Partial<State> = {}): State => ({ ...firstOf(NOW), now: { is: 'idle' }, isAsked: false, ...more });

const row = (messageId: string, priority: number = BY_PERSON): Handed =>
  ({ messageId, attempt: 1, kind: 'send', priority, unclear: false }) as Handed;
const rows = (count: number, priority?: number) => Array.from({ length: count }, (_, nth) => row(`m${nth}`, priority));
const called = (...of: Handed[]) => of.map((one) => ({ row: one, isCalled: true }));
const result = (messageId: string, more: Partial<Result> = {}): Result =>
  ({ messageId, attempt: 1, kind: 'send', state: 'taken', againInMs: 0, ...more }) as Result;
const outcome = (messageId: string, more: Partial<Outcome> = {}): Outcome =>
  ({ messageId, attempt: 1, state: 'taken', early: false, isFollowed: false, ...more }) as Outcome;
const settling = (results: Result[], told: Outcome[] = []) => ({ is: 'settling', results, told }) as const;

test('the first owner’s leftovers are reported while it claims', () =>
  given(firstOf(NOW))
    .when(happened({ is: 'taken over', isMine: true }))
    .gives({ now: { is: 'claiming', room: CONCURRENCY, bulk: BULK }, isAsked: false }, [
      { do: 'tell untold' },
      { do: 'tell early' },
    ]));

describe('claiming', () => {
  const claiming = (more: Partial<State> = {}, room = CONCURRENCY, bulk = BULK) =>
    state({ now: { is: 'claiming', room, bulk }, ...more });

  test('calls what was claimed, and asks no more when that was all', () => {
    given(claiming())
      .when(happened({ is: 'claimed', rows: [row('a')] }))
      .gives({ now: { is: 'idle' }, flying: called(row('a')) }, [{ do: 'call', row: row('a') }]);
  });

  test('leaves places to people: what the limit of bulk cuts off waits for an end, and does not turn in circles', () => {
    const bulk = rows(BULK, BY_PERSON + 1);
    const cut = given(claiming()).when(happened({ is: 'claimed', rows: bulk }));
    expect(cut.state).toMatchObject({ now: { is: 'idle' }, isAsked: true });
    given(cut.state)
      .when(happened({ is: 'asked' }))
      .gives({ now: { is: 'claiming', room: CONCURRENCY - BULK, bulk: 0 }, isAsked: false });
  });

  test('stops when all places are taken, until one is free again', () => {
    const full = given(claiming()).when(happened({ is: 'claimed', rows: rows(CONCURRENCY) }));
    expect(full.state).toMatchObject({ now: { is: 'idle' }, isAsked: true });
    given(full.state)
      .when(happened({ is: 'asked' }))
      .gives({});
    const one = given(full.state).when(
      happened({ is: 'ended', result: result('m3') }),
      happened({ is: 'settled', outcomes: [outcome('m3')] }),
    );
    expect(one.state.now).toEqual({ is: 'claiming', room: 1, bulk: 1 });
  });

  test('what was claimed as the lease was lost is not called, and written as not tried', () => {
    const lost = given(claiming()).when(
      happened({ is: 'lost' }, { isHeld: false }),
      happened({ is: 'claimed', rows: [row('a')] }, { isHeld: false }),
    );
    expect(lost.effects).toEqual([]);
    expect(lost.state).toMatchObject({
      now: { is: 'finishing' },
      flying: [{ isCalled: false }],
      results: [{ messageId: 'a', state: 'waiting' }],
    });
  });

  test('nothing is claimed while it is not certain that the lease is held', () =>
    given(state({ isAsked: true }))
      .when(happened({ is: 'asked' }, { isHeld: false }))
      .gives({}));
});

describe('without a session', () => {
  const away = { isReady: false };
  test('what has waited for too long is given up, again and again until nothing has', () => {
    const looking = given(state()).when(happened({ is: 'asked' }, away));
    looking.gives({ now: { is: 'giving up' } });
    const found = given(looking.state).when(happened({ is: 'claimed', rows: [row('a')] }, away));
    expect(found.state.now).toMatchObject({ is: 'settling', results: [{ state: 'failed', reason: 'disconnected' }] });
    expect(found.state.isAsked).toBe(true);
    given(looking.state)
      .when(happened({ is: 'claimed', rows: [] }, away))
      .gives({ now: { is: 'idle' }, lookedAtHeld: NOW });
  });
  test('that is looked for once a minute, and nothing is claimed or called', () => {
    const looked = state({ lookedAtHeld: NOW });
    given(looked)
      .when(happened({ is: 'asked' }, { ...away, at: NOW + LOOK_AT_HELD_MS - 1 }))
      .gives({ polledAt: NOW + LOOK_AT_HELD_MS - 1 }, [{ do: 'tell early' }]);
    expect(given(looked).when(happened({ is: 'asked' }, { ...away, at: NOW + LOOK_AT_HELD_MS })).state.now).toEqual({
      is: 'giving up',
    });
  });
});

describe('results', () => {
  test('that come while Postgres is busy are written together', () => {
    const busy = given(state({ now: settling([result('a')]), flying: called(row('b'), row('c')) })).when(
      happened({ is: 'ended', result: result('b') }),
      happened({ is: 'ended', result: result('c') }),
      happened({ is: 'settled', outcomes: [outcome('a')] }),
    );
    expect(busy.state.now).toEqual(settling([result('b'), result('c')]));
    expect(busy.effects).toEqual([{ do: 'tell', outcomes: [outcome('a')] }]);
  });

  test('make it claim again only if more of the conversation waits, or one ended without an outcome', () => {
    const after = (outcomes: Outcome[]) =>
      given(state({ now: settling([result('a')]) })).when(happened({ is: 'settled', outcomes }));
    expect(after([outcome('a')]).state.now.is).toBe('idle');
    expect(after([outcome('a', { isFollowed: true })]).state.now.is).toBe('claiming');
    expect(after([]).state.now.is).toBe('claiming');
  });

  test('that wait for another try ask again when it is due, but not after the lease is lost', () => {
    const waiting = { now: settling([result('a', { state: 'waiting', againInMs: 50 })]), flying: called(row('a')) };
    const later = given(state(waiting)).when(happened({ is: 'settled', outcomes: [] }));
    expect(later.state.flying).toEqual([]);
    expect(later.effects).toEqual([{ do: 'ask later', ms: 51 }]);
    expect(given(state({ ...waiting, ending: 1 })).when(happened({ is: 'settled', outcomes: [] })).effects).toEqual([]);
  });
});

describe('that an outcome was reported', () => {
  test('is written with the next results', () =>
    given(state({ flying: called(row('b')) }))
      .when(happened({ is: 'told', outcomes: [outcome('a')] }), happened({ is: 'ended', result: result('b') }))
      .gives({ now: settling([result('b')], [outcome('a')]), flying: [{ row: row('b'), isCalled: false }] }, [
        { do: 'start note timer', ms: NOTE_MS },
        { do: 'stop note timer' },
      ]));
  test('is written by itself if none follow, and one late timer writes nothing twice', () => {
    const due = given(state()).when(happened({ is: 'told', outcomes: [outcome('a')] }), happened({ is: 'note due' }));
    expect(due.state.now).toEqual(settling([], [outcome('a')]));
    given(due.state)
      .when(happened({ is: 'note due' }))
      .gives({});
  });
  test('brings the receipts that came before it', () =>
    expect(given(state()).when(happened({ is: 'told', outcomes: [outcome('a', { early: true })] })).effects).toContainEqual({
      do: 'tell early',
    }));
});

describe('after a database error', () => {
  test('it rests, begins a new epoch with what flies, and writes again what may not be written, in order', () => {
    const flying = called(row('a'), row('b'));
    const failed = given(state({ now: settling([result('a')], [outcome('x')]), flying })).when(
      happened({ is: 'ended', result: result('b') }),
      happened({ is: 'failed' }),
    );
    failed.gives({
      now: { is: 'resting' },
      isAsked: true,
      flying: [
        { row: row('a'), isCalled: true },
        { row: row('b'), isCalled: false },
      ],
      results: [result('a'), result('b')],
      told: [outcome('x')],
      note: 'due',
    });
    const recovering = given(failed.state).when(happened({ is: 'rested' }));
    expect(recovering.state.now).toEqual({ is: 'recovering' });
    const again = given(recovering.state).when(happened({ is: 'taken over', isMine: true }));
    expect(again.state.now).toEqual(settling([result('a'), result('b')], [outcome('x')]));
    expect(again.effects).toEqual([{ do: 'tell untold' }, { do: 'tell early' }]);
  });
  test('that comes again while it recovers, it rests again', () =>
    given(state({ now: { is: 'recovering' } }))
      .when(happened({ is: 'failed' }))
      .gives({ now: { is: 'resting' }, isAsked: true }));
  test('of a lease that another has, it reports nothing', () =>
    given(state({ now: { is: 'recovering' } }))
      .when(happened({ is: 'taken over', isMine: false }))
      .gives({ now: { is: 'idle' } }));
});

describe('when the lease is lost', () => {
  const lost = happened({ is: 'lost' }, { isHeld: false });
  const quiet = happened({ is: 'quiet' });
  const results = [result('a')];

  test.each([
    ['while it is idle', { is: 'idle' }, []],
    ['while it writes', settling([]), [happened({ is: 'settled', outcomes: [] })]],
    ['while it rests', { is: 'resting' }, [happened({ is: 'rested' })]],
    ['before it has taken over', { is: 'taking over' }, [happened({ is: 'taken over', isMine: false })]],
    ['while that fails what it does', { is: 'recovering' }, [happened({ is: 'failed' })]],
  ] as [string, State['now'], Event[]][])('%s, it waits for the calls that run', (_, now, events) =>
    expect(given(state({ now })).when(lost, ...events).state.now).toEqual({ is: 'finishing' }),
  );

  test('a late result is written, then that it was reported, and it is over', () => {
    const written = given(state({ flying: called(row('a')) })).when(lost, happened({ is: 'ended', result: results[0]! }), quiet);
    expect(written.state.now).toEqual(settling(results));
    const told = given(written.state).when(
      happened({ is: 'settled', outcomes: [outcome('a')] }),
      happened({ is: 'told', outcomes: [outcome('a')] }),
      quiet,
    );
    expect(told.state.now).toEqual(settling([], [outcome('a')]));
    const over = given(told.state).when(happened({ is: 'settled', outcomes: [] }), quiet);
    expect(over.state.now).toEqual({ is: 'over' });
  });

  test('two writes that fail are enough: the next owner decides', () => {
    const failing = [quiet, happened({ is: 'failed' })];
    const over = given(state({ results })).when(lost, ...failing, ...failing, quiet);
    expect(over.state).toMatchObject({ now: { is: 'over' }, results });
  });

  test('with nothing left to write, it is over at once', () => {
    const over = given(state()).when(lost, quiet);
    expect([over.state.now, over.effects]).toEqual([{ is: 'over' }, [] satisfies Effect[]]);
  });
});

import { BY_PERSON } from '../kernel/priority.ts';
import { givenUpWaiting, notTried } from './attempt.ts';
import type { Handed, Key, Outcome, Result } from './outbox.table.ts';

/** Maximum number of conversations of one connection that are in flight at once. */
export const CONCURRENCY = 16;
/** How many of them may be for what no person has written: an attendant's message never waits until one of a campaign has ended. */
export const BULK = 12;
/** How often it is checked, without a session, whether a message has waited too long. */
export const LOOK_AT_HELD_MS = 60_000;
/** How long the record that an outcome was reported may wait for the next write: if it is lost, the next owner only reports it again. */
export const NOTE_MS = 1_000;

/** The sender's work in Postgres: one statement at a time. Its driver does each of these; the result is the next event. */
export type Now =
  /** Resolves what earlier owners left handed over or unreported. */
  | { is: 'taking over' }
  /** Writes results, and which outcomes were reported. */
  | { is: 'settling'; results: Result[]; told: Outcome[] }
  | { is: 'claiming'; room: number; bulk: number }
  /** Withdraws what waits of campaigns that have stopped. */
  | { is: 'withdrawing' }
  /** Claims what waits for a session that has not come back for too long: no reply leaves days later. */
  | { is: 'giving up' }
  | { is: 'idle' }
  /** Waits after a database error: it is not known whether the statement took effect. */
  | { is: 'resting' }
  /** Begins a new epoch, which excludes any late effect, and takes over from itself. */
  | { is: 'recovering' }
  /** The lease is lost: waits until calls and reports have ended. */
  | { is: 'finishing' }
  | { is: 'over' };

export type State = {
  now: Now;
  /** There may be something to claim. */
  isAsked: boolean;
  /** A campaign may have stopped, or something of one that had stopped may have come. */
  withdraws: boolean;
  /** Rows handed to this process whose result is not yet written. `isCalled`: the channel has not answered yet. */
  flying: { row: Handed; isCalled: boolean }[];
  results: Result[];
  /** Outcomes that were reported, which is not yet written; their note is written with the next results, or when it is `due`. */
  told: Outcome[];
  note: 'none' | 'pending' | 'due';
  /** Milliseconds since 1970: when nothing was found that had waited for too long, and when early receipts were looked for. */
  lookedAtHeld: number;
  polledAt: number;
  /** How many more writes are tried after the lease was lost; null while it is held. */
  ending: number | null;
};

export type Happened =
  | { is: 'taken over'; isMine: boolean }
  | { is: 'settled'; outcomes: Outcome[] }
  | { is: 'claimed'; rows: Handed[] }
  | { is: 'withdrawn'; outcomes: Outcome[] }
  /** The work of the state has failed. */
  | { is: 'failed' }
  | { is: 'rested' }
  | { is: 'quiet' }
  /** There may be something to claim: a notification, a try that is due, or the poll. */
  | { is: 'asked'; withdraws?: boolean }
  /** A call to the channel has ended. */
  | { is: 'ended'; result: Result }
  /** Outcomes were reported. */
  | { is: 'told'; outcomes: Outcome[] }
  | { is: 'note due' }
  | { is: 'lost' };
/** With the time in milliseconds since 1970, whether the lease is certainly still held, and whether the session can send. */
export type Event = Happened & { at: number; isHeld: boolean; isReady: boolean };

export type Effect =
  | { do: 'call'; row: Handed }
  | { do: 'tell'; outcomes: Outcome[] }
  /** Reports the receipts whose message is known by now. */
  | { do: 'tell early' }
  /** Reports the outcomes that earlier epochs did not. */
  | { do: 'tell untold' }
  | { do: 'ask later'; ms: number }
  | { do: 'start note timer'; ms: number }
  | { do: 'stop note timer' };

export type Step = [state: State, effects: Effect[]];

export const firstOf = (at: number): State => ({
  now: { is: 'taking over' },
  isAsked: true,
  withdraws: false,
  flying: [],
  results: [],
  told: [],
  note: 'none',
  lookedAtHeld: Number.NEGATIVE_INFINITY,
  polledAt: at,
  ending: null,
});

/** Decides how the outbox of one connection is sent: pure. `holdMs`: how long messages wait for a session; `pollMs`: for early receipts. */
export const senderMachine = (rules: { holdMs: number; pollMs: number }) => {
  const reduce = (state: State, event: Event): Step => {
    const { now } = state;
    switch (event.is) {
      case 'taken over': {
        if (!event.isMine) return goOn(state, event);
        const [next, effects] = goOn({ ...state, isAsked: true }, event);
        return [next, [{ do: 'tell untold' }, { do: 'tell early' }, ...effects]];
      }
      case 'settled':
        return now.is === 'settling' ? settled(state, now, event) : [state, []];
      case 'claimed':
        if (now.is === 'claiming') return claimed(state, now, event);
        return now.is === 'giving up' ? givenUp(state, event) : [state, []];
      case 'failed': {
        const before: State = now.is === 'settling' ? putBack(state, now) : state;
        const kept: State = { ...before, withdraws: before.withdraws || now.is === 'withdrawing' };
        return [{ ...kept, isAsked: true, now: { is: state.ending === null ? 'resting' : 'finishing' } }, []];
      }
      case 'rested':
        return [{ ...state, now: { is: state.ending === null ? 'recovering' : 'finishing' } }, []];
      case 'quiet': {
        if (state.ending === null) return [state, []];
        const isAll = state.results.length === 0 && state.told.length === 0;
        return isAll || state.ending === 0
          ? [{ ...state, now: { is: 'over' } }, []]
          : settle({ ...state, ending: state.ending - 1 });
      }
      case 'withdrawn': {
        const [next, effects] = goOn(state, event);
        return [next, [...(event.outcomes.length > 0 ? [{ do: 'tell', outcomes: event.outcomes } as const] : []), ...effects]];
      }
      case 'asked':
        return goOnIfIdle({ ...state, isAsked: true, withdraws: state.withdraws || event.withdraws === true }, event);
      case 'ended': {
        const flying = state.flying.map((one) => (isSame(one.row, event.result) ? { ...one, isCalled: false } : one));
        return goOnIfIdle({ ...state, flying, results: [...state.results, event.result] }, event);
      }
      case 'told': {
        const told = [...state.told, ...event.outcomes];
        const early: Effect[] = event.outcomes.some(({ early }) => early) ? [{ do: 'tell early' }] : [];
        if (state.note !== 'none') return [{ ...state, told }, early];
        return [{ ...state, told, note: 'pending' }, [{ do: 'start note timer', ms: NOTE_MS }, ...early]];
      }
      case 'note due':
        return state.note === 'pending' ? goOnIfIdle({ ...state, note: 'due' }, event) : [state, []];
      case 'lost':
        return goOnIfIdle({ ...state, ending: 2 }, event);
    }
  };

  const goOnIfIdle = (state: State, event: Event): Step => (state.now.is === 'idle' ? goOn(state, event) : [state, []]);

  /** Writes what has ended, else claims if it may, else rests. */
  const goOn = (state: State, event: Event): Step => {
    const { at, isHeld, isReady } = event;
    if (state.ending !== null) return [{ ...state, now: { is: 'finishing' } }, []];
    if (state.results.length > 0 || (state.told.length > 0 && state.note === 'due')) return settle(state);
    // Also without a session: what is withdrawn need not wait for one.
    if (state.withdraws && isHeld) return [{ ...state, withdraws: false, now: { is: 'withdrawing' } }, []];
    const called = state.flying.filter(({ isCalled }) => isCalled);
    const room = CONCURRENCY - called.length;
    if (!state.isAsked || room <= 0 || !isHeld) return idle(state, at);
    const next = { ...state, isAsked: false };
    if (isReady) {
      const bulk = Math.min(room, BULK - called.filter(({ row }) => isBulk(row)).length);
      return [{ ...next, now: { is: 'claiming', room, bulk } }, []];
    }
    const isDue = at - state.lookedAtHeld >= Math.min(LOOK_AT_HELD_MS, rules.holdMs);
    return isDue ? [{ ...next, now: { is: 'giving up' } }, []] : idle(next, at);
  };

  const idle = (state: State, at: number): Step =>
    at - state.polledAt > rules.pollMs
      ? [{ ...state, now: { is: 'idle' }, polledAt: at }, [{ do: 'tell early' }]]
      : [{ ...state, now: { is: 'idle' } }, []];

  const settle = (state: State): Step => {
    const { results, told } = state;
    return [
      { ...state, now: { is: 'settling', results, told }, results: [], told: [], note: 'none' },
      state.note === 'pending' ? [{ do: 'stop note timer' }] : [],
    ];
  };
  /** Before all that has ended since. */
  const putBack = (state: State, { results, told }: Extract<Now, { is: 'settling' }>): State => ({
    ...state,
    results: [...results, ...state.results],
    told: [...told, ...state.told],
    note: 'due',
  });

  const settled = (
    state: State,
    { results }: Extract<Now, { is: 'settling' }>,
    event: Extract<Event, { is: 'settled' }>,
  ): Step => {
    const { outcomes } = event;
    const again = state.ending === null ? results.filter(({ state }) => state === 'waiting') : [];
    const flying = state.flying.filter(({ row }) => !results.some((result) => isSame(row, result)));
    // A message that ended without an outcome does not tell whether others wait behind it.
    const isMore = outcomes.length < results.length || outcomes.some(({ isFollowed }) => isFollowed);
    const [next, effects] = goOn({ ...state, flying, isAsked: state.isAsked || isMore }, event);
    return [
      next,
      [
        ...(outcomes.length > 0 ? [{ do: 'tell', outcomes } as const] : []),
        ...again.map(({ againInMs }) => ({ do: 'ask later', ms: againInMs + 1 }) as const),
        ...effects,
      ],
    ];
  };

  const claimed = (
    state: State,
    { room, bulk }: Extract<Now, { is: 'claiming' }>,
    event: Extract<Event, { is: 'claimed' }>,
  ): Step => {
    const { rows, isHeld, at } = event;
    const isFull = rows.length === room;
    const next: State = {
      ...state,
      isAsked: state.isAsked || isFull || rows.filter(isBulk).length === bulk,
      flying: [...state.flying, ...rows.map((row) => ({ row, isCalled: isHeld }))],
      // Certainly not sent: record that, so that the next owner does not have to treat it as unclear, unless it has already taken over.
      results: isHeld ? state.results : [...state.results, ...rows.map((row) => notTried(row))],
    };
    // Messages that the limit of bulk has cut off wait until one of bulk has ended.
    const [after, effects] = isFull || next.results.length > 0 || next.ending !== null ? goOn(next, event) : idle(next, at);
    const nextInMs = rows.findLast((row) => row.nextInMs !== null)?.nextInMs;
    return [
      after,
      [
        ...(isHeld ? rows.map((row) => ({ do: 'call', row }) as const) : []),
        // The next message of a campaign has its own time.
        ...(nextInMs ? [{ do: 'ask later', ms: Math.ceil(nextInMs) + 1 } as const] : []),
        ...effects,
      ],
    ];
  };

  const givenUp = (state: State, event: Extract<Event, { is: 'claimed' }>): Step =>
    event.rows.length === 0
      ? goOn({ ...state, lookedAtHeld: event.at }, event)
      : // The next message of each of these conversations may have waited as long.
        goOn({ ...state, isAsked: true, results: [...state.results, ...event.rows.map(givenUpWaiting)] }, event);

  return reduce;
};

const isBulk = ({ priority }: Handed): boolean => priority !== BY_PERSON;
const isSame = (one: Key, other: Key): boolean =>
  one.messageId === other.messageId && one.attempt === other.attempt && one.kind === other.kind;

import type { Decoded } from '@prosa/infra/runtime';

/** How far the reactor has passed events that leave nothing to write is written after `quietMs` without an event, and at least every `atMostMs`. */
export const PASSED = { quietMs: 200, atMostMs: 1_000 };

/** The position reached, the position written to the checkpoint, and when that was, in milliseconds of the process. */
type Progress = { position: bigint; written: bigint; writtenAt: number };

/** `behind`: when the oldest unhandled event was written, as far as this process knows; null if all are handled. */
export type State =
  /** Another process leads the reactor. */
  | { is: 'off' }
  /** It begins, or begins again, at its checkpoint. */
  | { is: 'waiting'; behind: Date | null }
  /** Catches up by its own subscription; `since`: from where the inbox has all events, once it is joined. */
  | ({ is: 'reading'; behind: Date | null; since: bigint | null } & Progress)
  /** Takes part in the process's feed. */
  | ({ is: 'following'; behind: Date | null } & Progress);

export type Event =
  | { is: 'led'; at: Date }
  /** The checkpoint was read. */
  | { is: 'stood'; position: bigint }
  /** Events of this reactor, and how far all were passed. `now`: milliseconds of the process. */
  | { is: 'batch'; facts: readonly Decoded[]; upTo: bigint; now: number }
  /** Nothing follows from a batch that would have to be written. */
  | { is: 'passed'; upTo: bigint; now: number }
  | { is: 'committed'; upTo: bigint; now: number }
  /** A batch is dealt with; `last`: when its last event was written, if it had any. */
  | { is: 'handled'; last: Date | null }
  | { is: 'joined'; since: bigint }
  /** For a while no event came. */
  | { is: 'quiet' }
  /** The subscription has ended, or the inbox has overflowed. */
  | { is: 'ended' }
  | { is: 'failed'; at: Date };

export type Effect =
  /** `written`: the checkpoint as this process has left it. */
  | { do: 'handle'; facts: readonly Decoded[]; written: bigint; upTo: bigint }
  /** Writes the checkpoint alone. */
  | { do: 'commit'; written: bigint; upTo: bigint }
  /** The inbox has what comes next. */
  | { do: 'end reading' };

type Step = [state: State, effects: Effect[]];

/** Decides where a reactor's line stands and what becomes of a batch: pure. Events that no longer concern it change nothing. */
export const reduceLine = (state: State, event: Event): Step => {
  switch (event.is) {
    case 'led':
      return [{ is: 'waiting', behind: event.at }, []];
    case 'ended':
      return [{ is: 'waiting', behind: behindOf(state) }, []];
    case 'failed':
      return [{ is: 'waiting', behind: behindOf(state) ?? event.at }, []];
    case 'stood': {
      const { position } = event;
      const since = state.is === 'reading' ? state.since : null;
      const progress = { position, written: position, writtenAt: Number.NEGATIVE_INFINITY };
      return [{ is: 'reading', behind: behindOf(state), since, ...progress }, []];
    }
    default:
      return state.is === 'reading' || state.is === 'following' ? onItsWay(state, event) : [state, []];
  }
};

type Underway = Extract<State, { is: 'reading' | 'following' }>;

const onItsWay = (state: Underway, event: Exclude<Event, { is: 'led' | 'ended' | 'failed' | 'stood' }>): Step => {
  switch (event.is) {
    case 'batch': {
      const { upTo, now } = event;
      if (upTo <= state.position) return [state, []];
      // After a restart at the checkpoint some come again.
      const facts = event.facts.filter(({ meta }) => meta.position > state.position);
      if (facts.length === 0) return pass(state, upTo, now);
      return [{ ...state, behind: facts[0]!.meta.at }, [{ do: 'handle', facts, written: state.written, upTo }]];
    }
    case 'passed':
      return pass(state, event.upTo, event.now);
    case 'committed':
      return [{ ...state, position: event.upTo, written: event.upTo, writtenAt: event.now }, []];
    case 'handled':
      return state.is === 'following'
        ? [{ ...state, behind: null }, []]
        : joining({ ...state, behind: event.last ?? state.behind });
    case 'joined':
      return state.is === 'reading' ? joining({ ...state, since: state.since ?? event.since }) : [state, []];
    case 'quiet':
      return [state, state.written === state.position ? [] : [{ do: 'commit', written: state.written, upTo: state.position }]];
  }
};

/** After a crash, what passed without being written, or was only published, is repeated. */
const pass = (state: Underway, upTo: bigint, now: number): Step => [
  { ...state, position: upTo },
  now - state.writtenAt >= PASSED.atMostMs ? [{ do: 'commit', written: state.written, upTo }] : [],
];

const joining = (state: Extract<State, { is: 'reading' }>): Step => {
  const { since, position, written, writtenAt } = state;
  if (since === null || position < since) return [state, []];
  return [{ is: 'following', behind: null, position, written, writtenAt }, [{ do: 'end reading' }]];
};

const behindOf = (state: State): Date | null => (state.is === 'off' ? null : state.behind);

/**
 * For how many seconds the line's oldest event has waited at `now`; null if this process does not lead it. `oldest`: when the oldest event
 * of its inbox was written; `brokenFor`: for how many seconds that has received nothing.
 */
export const lagOf = (state: State, now: Date, inbox: { oldest: Date | null; brokenFor: number }): number | null => {
  if (state.is === 'off') return null;
  const oldest = state.behind ?? inbox.oldest;
  return Math.max(0, oldest ? (now.getTime() - oldest.getTime()) / 1_000 : inbox.brokenFor);
};

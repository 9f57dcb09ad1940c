import type { WAVersion } from '@whiskeysockets/baileys';
import type { Code, SessionState } from '../../provider.port.ts';
import type { Halt } from '../signal/store.ts';
import { OLD_VERSION } from '../socket/version.ts';
import { afterClosing, type Closed } from '../wire/closing.ts';
import { LOOK_MS, TIMEOUT_MS, type Timings } from '../wire/timings.ts';

/** The device that logs in: one that is still to be linked, this connection's, or one whose number another connection has. */
export type Device = 'none' | 'own' | 'foreign';

/**
 * The current step of a session. Its driver does the work of each of these, and the result is the next event. `hasEnded`: it had
 * stopped before, and has not begun to open yet.
 */
export type Now =
  /** Carries out a request; nothing of what was before runs any more. */
  | { is: 'asked'; hasEnded: boolean }
  /** Looks whether it may log in. */
  | { is: 'looking'; hasEnded: boolean }
  /** Writes down why it stops, and forgets the device if `wipe`. */
  | { is: 'halting'; why: Halt; wipe: boolean }
  /** Has stopped by itself, until somebody asks for it or `ms` have passed. */
  | { is: 'halted'; ms: number }
  | { is: 'identifying' }
  /** Waits for its turn to open. */
  | { is: 'entering'; device: Device }
  /** Has a socket, open or not. `stopsBy`: why the linking cannot go on; the socket is ending then. */
  | { is: 'connecting'; device: Device; stopsBy: string | null }
  /** Its version is refused: another one is asked for, and without one it stops by `why`. */
  | { is: 'outdated'; used: WAVersion | null; why: Halt }
  /** Waits before the next try. */
  | { is: 'resting'; ms: number };

/**
 * A device to be linked: `awaited` until it has its first code, `unanswered` if that takes long, `over` after it, `linked` until it is
 * connected for the first time.
 */
type Linking = 'none' | 'awaited' | 'unanswered' | 'over' | 'linked';

export type State = {
  now: Now;
  linking: Linking;
  /** Sockets that failed since the last one was open, and when another client replaced one. */
  past: { failures: number; replacedAt: number | null };
  /** Since when a linked device is not connected. */
  awaySince: number | null;
  /** The server has held back messages since the last request: one new login may help, and was tried. */
  wasHeldBack: boolean;
  /** It was asked to log in once, though the version is refused. */
  triesVersion: boolean;
};

export type Timer = 'unanswered' | 'long away';

export type Happened =
  /** A request came. */
  | { is: 'interrupted' }
  /** It was carried out. */
  | { is: 'asked'; triesVersion: boolean }
  /** The work of the state has failed. */
  | { is: 'failed' }
  | { is: 'looked'; stop: Halt | null }
  | { is: 'halted'; why: Halt }
  | { is: 'waited' }
  | { is: 'identified'; device: Device }
  | { is: 'entered' }
  | { is: 'code'; code: Code }
  | { is: 'linked' }
  | { is: 'cannot link'; reason: string }
  | { is: 'open' }
  | { is: 'held back' }
  /** `random` is between 0 and 1. */
  | { is: 'closed'; closed: Closed; used: WAVersion | null; random: number }
  /** Whether there is another version now. */
  | { is: 'learnt'; isNew: boolean }
  | { is: Timer };
/** `at`: milliseconds since 1970. */
export type Event = Happened & { at: number };

export type Effect =
  | { do: 'tell'; state: SessionState }
  /** With the account, and what restricts it unless there is a `reason`. */
  | { do: 'tell open'; reason?: string }
  | { do: 'show'; code: Code }
  /** Lets waiting messages be sent, or fail. */
  | { do: 'become ready' }
  | { do: 'accept version' }
  | { do: 'count reconnect' }
  | { do: 'count held back'; isHeld: boolean }
  | { do: 'end socket' }
  | { do: 'log out' }
  | { do: 'start timer'; timer: Timer; ms: number }
  | { do: 'stop timer'; timer: Timer };

/** Wait after an error. */
const AGAIN_MS = 1_000;

export type Step = [state: State, effects: Effect[]];

export const NEW: State = {
  now: { is: 'looking', hasEnded: false },
  linking: 'none',
  past: { failures: 0, replacedAt: null },
  awaySince: null,
  wasHeldBack: false,
  triesVersion: false,
};

/** Whether it has stopped by itself: what is to be sent fails. */
export const hasEnded = ({ now }: State): boolean =>
  now.is === 'halting' || now.is === 'halted' || ((now.is === 'looking' || now.is === 'asked') && now.hasEnded);

/** Whether a request to start has nothing to begin: it runs, or shows a code. */
export const isUnderWay = ({ now, linking }: State): boolean => now.is === 'connecting' && linking !== 'unanswered';

/** Decides how a session goes on: pure, so that each of its states can be entered by a test. Events that come too late change nothing. */
export const sessionMachine =
  (timings: Pick<Timings, 'answerMs' | 'replacedMs' | 'backOffMs'>) =>
  (state: State, event: Event): Step => {
    const { now } = state;
    switch (event.is) {
      case 'interrupted':
        return beginAnew(state, { is: 'asked', hasEnded: hasEnded(state) });
      case 'asked':
        if (now.is !== 'asked') return [state, []];
        return [{ ...NEW, linking: state.linking, triesVersion: event.triesVersion }, [{ do: 'stop timer', timer: 'long away' }]];
      case 'failed':
        return beginAnew(state, { is: hasEnded(state) ? 'halted' : 'resting', ms: AGAIN_MS });
      case 'looked': {
        if (now.is !== 'looking') return [state, []];
        const { stop } = event;
        if (!stop) return [{ ...state, now: { is: 'identifying' } }, []];
        if (!now.hasEnded) return halt(state, stop, false);
        const ms = stop.until ? Math.min(LOOK_MS, stop.until.getTime() - event.at) : LOOK_MS;
        return [{ ...state, now: { is: 'halted', ms } }, []];
      }
      case 'halted':
        return [
          now.is === 'halting' ? { ...state, now: { is: 'looking', hasEnded: true } } : state,
          [{ do: 'become ready' }, { do: 'tell', state: { status: 'DISCONNECTED', ...event.why } }],
        ];
      case 'waited':
        if (now.is !== 'halted' && now.is !== 'resting') return [state, []];
        return [{ ...state, now: { is: 'looking', hasEnded: now.is === 'halted' } }, []];
      case 'identified':
        return now.is === 'identifying' ? identified(state, event, timings.answerMs) : [state, []];
      case 'entered':
        if (now.is !== 'entering') return [state, []];
        return away({ ...state, now: { is: 'connecting', device: now.device, stopsBy: null } }, now.device, event.at);
      case 'learnt':
        if (now.is !== 'outdated') return [state, []];
        return event.isNew ? look(state) : halt(state, now.why, false);
      case 'unanswered':
        if (state.linking !== 'awaited') return [state, []];
        return [{ ...state, linking: 'unanswered' }, [{ do: 'tell', state: { status: 'DISCONNECTED', reason: 'no-answer' } }]];
      case 'long away':
        if (state.awaySince === null || now.is === 'asked' || hasEnded(state)) return [state, []];
        return [state, [{ do: 'tell', state: { status: 'TIMEOUT' } }]];
      default:
        return now.is === 'connecting' ? ofSocket(timings, { ...state, now }, event) : [state, []];
    }
  };

type Connecting = State & { now: { is: 'connecting' } };
type OfSocket = Extract<Event, { is: 'code' | 'linked' | 'cannot link' | 'open' | 'held back' | 'closed' }>;

/** Handles an event of the socket. */
const ofSocket = (timings: Pick<Timings, 'replacedMs' | 'backOffMs'>, state: Connecting, event: OfSocket): Step => {
  const { now } = state;
  switch (event.is) {
    case 'code':
      return [{ ...state, linking: 'over' }, [...stopWaiting(state), { do: 'accept version' }, { do: 'show', code: event.code }]];
    case 'linked':
      return [{ ...state, linking: 'linked' }, [{ do: 'tell', state: { status: 'PAIRING' } }]];
    case 'cannot link':
      return [{ ...state, now: { ...now, stopsBy: event.reason } }, [{ do: 'end socket' }]];
    case 'open': {
      if (now.device === 'foreign') return [state, [{ do: 'accept version' }, { do: 'log out' }]];
      const { replacedAt } = state.past;
      const linking = state.linking === 'linked' ? 'over' : state.linking;
      return [
        { ...state, linking, past: { failures: 0, replacedAt }, awaySince: null, triesVersion: false },
        [
          { do: 'accept version' },
          { do: 'stop timer', timer: 'long away' },
          { do: 'count held back', isHeld: false },
          { do: 'tell open' },
          { do: 'become ready' },
        ],
      ];
    }
    case 'held back': {
      const effects: Effect[] = state.wasHeldBack
        ? [
            { do: 'count held back', isHeld: true },
            { do: 'tell open', reason: 'held-back' },
          ]
        : [{ do: 'end socket' }];
      return [{ ...state, wasHeldBack: true }, effects];
    }
    default:
      return closed(timings, state, event);
  }
};

const closed = (
  timings: Pick<Timings, 'replacedMs' | 'backOffMs'>,
  state: Connecting,
  { closed, used, random, at }: Extract<Event, { is: 'closed' }>,
): Step => {
  const { device, stopsBy } = state.now;
  if (stopsBy !== null) return halt(state, { reason: stopsBy, until: null }, true);
  const { failures, replacedAt } = state.past;
  const next = afterClosing(closed, { failures, replacedAt, now: at }, random, timings);
  if (next.do === 'restart') return look(state);
  if (next.do === 'stop') {
    const why = { reason: device === 'foreign' ? 'in-use' : next.reason, until: next.until };
    if (next.reason !== OLD_VERSION.reason) return halt(state, why, next.wipe);
    return [{ ...state, triesVersion: false, now: { is: 'outdated', used, why } }, []];
  }
  const past = { failures: failures + 1, replacedAt: next.reason === 'replaced' ? at : replacedAt };
  const [rests, timer] = away({ ...state, past, now: { is: 'resting', ms: next.afterMs } }, device, at);
  const told = device === 'none' ? [] : [trying(rests, at, { status: next.status, reason: next.reason })];
  return [rests, [{ do: 'count reconnect' }, ...timer, ...told]];
};

const identified = (state: State, { device, at }: Extract<Event, { is: 'identified' }>, answerMs: number): Step => {
  const now: Now = { is: 'entering', device };
  if (device !== 'none') {
    const isNotified = state.linking !== 'linked';
    return [{ ...state, now }, isNotified ? [trying(state, at, { status: 'OPENING' })] : []];
  }
  if (state.linking !== 'none' && state.linking !== 'linked') return [{ ...state, now }, []];
  return [
    { ...state, now, linking: 'awaited' },
    [
      { do: 'tell', state: { status: 'OPENING', reason: null } },
      { do: 'start timer', timer: 'unanswered', ms: answerMs },
    ],
  ];
};

const look = (state: State): Step => [{ ...state, now: { is: 'looking', hasEnded: false } }, []];

const halt = (state: State, why: Halt, wipe: boolean): Step => [
  { ...state, linking: state.linking === 'none' ? 'none' : 'over', now: { is: 'halting', why, wipe } },
  stopWaiting(state),
];

/** The wait for a first code begins anew. */
const beginAnew = (state: State, now: Now): Step => [
  { ...state, linking: state.linking === 'linked' ? 'linked' : 'none', now },
  stopWaiting(state),
];

/** It waits for a first code no longer. */
const stopWaiting = ({ linking }: State): Effect[] => (linking === 'awaited' ? [{ do: 'stop timer', timer: 'unanswered' }] : []);

/** A linked device is not connected, since now if it was before. */
const away = (state: State, device: Device, at: number): Step =>
  device === 'none' || state.awaySince !== null
    ? [state, []]
    : [{ ...state, awaySince: at }, [{ do: 'start timer', timer: 'long away', ms: TIMEOUT_MS }]];

/** A device that has been away for long is shown as not answering, whatever it does. */
const trying = ({ awaySince }: State, at: number, told: SessionState): Effect => ({
  do: 'tell',
  state: awaySince !== null && at - awaySince > TIMEOUT_MS ? { ...told, status: 'TIMEOUT' } : told,
});

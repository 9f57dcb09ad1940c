import type { ErrorCode } from '@prosa/contracts';
import type { Change, Entry } from './entry.ts';
import { afterEntry, type LiveViewer, roomsOf, tellsOfUsers } from './viewer.ts';

/** How many consecutive ticks may be behind the ring before it is discarded. */
export const TICKS_BEHIND = 3;

/** `behind`: how many ticks in a row were behind what was pushed. */
export type HubState = { behind: number };

export type HubEvent =
  /** `head`: the newest known position; null before the first tick. */
  | { is: 'ticked'; position: bigint; head: bigint | null }
  /** The ring holds a new entry. */
  | { is: 'pushed'; entry: Entry }
  /** Pushes may have been missed, and it is not known which. */
  | { is: 'interrupted' };

export type HubEffect =
  /** Forgets all positions and closes every socket. */
  | { do: 'begin afresh'; why: string }
  | { do: 'reach'; position: bigint }
  /** From now on only newer answers about users count. */
  | { do: 'distrust answers'; companyId: string | null }
  /** For the sockets of a company, or of all. */
  | { do: 'pass on'; companyId: string | null; event: SeatEvent }
  | { do: 'deliver'; position: bigint; change: Change; companyId: string };

/** Decides what follows from a message of the projection side: pure. */
export const reduceHub = (state: HubState, event: HubEvent): [state: HubState, effects: HubEffect[]] => {
  switch (event.is) {
    case 'ticked': {
      const { position, head } = event;
      const behind = head !== null && position < head ? state.behind + 1 : 0;
      // A single tick may be a previous projector's last message. Several in a row mean that the database was restored to an older state.
      const reach: HubEffect = { do: 'reach', position };
      if (behind < TICKS_BEHIND) return [{ behind }, [reach]];
      return [{ behind: 0 }, [{ do: 'begin afresh', why: 'the projection side is behind what it has pushed' }, reach]];
    }
    case 'pushed':
      return [state, pushed(event.entry)];
    case 'interrupted':
      return [state, [{ do: 'begin afresh', why: 'pushes may have been missed' }]];
  }
};

const pushed = (entry: Entry): HubEffect[] => {
  const { companyId, changes, position } = entry;
  if (changes === 'refetch')
    return [
      { do: 'distrust answers', companyId },
      { do: 'pass on', companyId, event: { is: 'lost' } },
    ];
  // The rooms follow before any frame of the entry is sent.
  const moves: HubEffect[] = tellsOfUsers(entry) ? [{ do: 'pass on', companyId, event: { is: 'told', entry } }] : [];
  // Only the older sockets of a user are told about a new sign-in, by what is passed on.
  const shown = changes.filter(({ channel }) => channel !== 'auth');
  return [...moves, ...shown.map((change): HubEffect => ({ do: 'deliver', position, change, companyId: companyId! }))];
};

/** `outside`: it has left its rooms while its user is looked up again. `expiresAt`: of its token, in milliseconds since 1970. */
type Seated = { is: 'inside' | 'outside'; viewer: LiveViewer; expiresAt: number };
/** The place of an open socket: `none` until its welcome; before that it receives no pushes. */
export type Seat = {
  now: { is: 'none' } | Seated;
  /** It has answered the last ping. */
  isAlive: boolean;
  /** It has said that its user is there: an integration only listens. */
  isPresent: boolean;
  /** Its user has not touched it for a while, as it said last. */
  isIdle: boolean;
};
export const NO_SEAT: Seat = { now: { is: 'none' }, isAlive: true, isPresent: false, isIdle: false };

export type SeatEvent =
  /** Its user was looked up. */
  | { is: 'seated'; viewer: LiveViewer; expiresAt: number }
  /** It has a new token of the same user. */
  | { is: 'renewed'; version: number; expiresAt: number }
  /** An entry that may tell of its user. */
  | { is: 'told'; entry: Entry }
  /** Pushes to it were lost. */
  | { is: 'lost' }
  | { is: 'present'; isIdle: boolean }
  | { is: 'pong' }
  /** The time of a ping, in milliseconds since 1970. */
  | { is: 'beat'; at: number };

export type SeatEffect =
  | { do: 'move'; rooms: readonly string[] }
  /** Not all sockets at once. */
  | { do: 'look up' }
  | { do: 'refetch' }
  | { do: 'refuse'; code: ErrorCode }
  | { do: 'sign out'; position: bigint; change: Change }
  | { do: 'see'; viewer: LiveViewer; isIdle: boolean }
  | { do: 'ping' }
  | { do: 'send alive' }
  | { do: 'cut' };

type Step = [seat: Seat, effects: SeatEffect[]];

export const viewerOf = ({ now }: Seat): LiveViewer | null => (now.is === 'none' ? null : now.viewer);

/** Decides what becomes of an open socket: pure. `expiryGraceMs`: how long an expired token is tolerated. */
export const seatMachine =
  ({ expiryGraceMs }: { expiryGraceMs: number }) =>
  (seat: Seat, event: SeatEvent): Step => {
    const { now } = seat;
    switch (event.is) {
      case 'seated': {
        const { viewer, expiresAt } = event;
        const move: SeatEffect = { do: 'move', rooms: roomsOf(viewer) };
        return [{ ...seat, now: { is: 'inside', viewer, expiresAt } }, now.is === 'outside' ? [move, { do: 'refetch' }] : [move]];
      }
      case 'renewed': {
        const { version, expiresAt } = event;
        return [now.is === 'none' ? seat : { ...seat, now: { ...now, viewer: { ...now.viewer, version }, expiresAt } }, []];
      }
      case 'told':
        return now.is === 'inside' ? told(seat, now, event.entry) : [seat, []];
      // What was lost may have changed who may see what: it receives nothing by its old rooms, and fetches once it is in its current ones.
      case 'lost':
        if (now.is !== 'inside') return [seat, []];
        return [{ ...seat, now: { ...now, is: 'outside' } }, [LEAVE, { do: 'look up' }]];
      case 'present': {
        const viewer = viewerOf(seat);
        const { isIdle } = event;
        // Once is enough: from then on the socket itself is the sign. Who is back is seen at once.
        const isNews = !seat.isPresent || (seat.isIdle && !isIdle);
        return [{ ...seat, isPresent: true, isIdle }, viewer && isNews ? [{ do: 'see', viewer, isIdle }] : []];
      }
      case 'pong':
        return [{ ...seat, isAlive: true }, []];
      case 'beat':
        if (!seat.isAlive) return [seat, [{ do: 'cut' }]];
        if (now.is !== 'none' && now.expiresAt + expiryGraceMs < event.at)
          return [seat, [{ do: 'refuse', code: 'ERR_SESSION_EXPIRED' }]];
        return [{ ...seat, isAlive: false }, [{ do: 'ping' }, ...(now.is === 'none' ? [] : [{ do: 'send alive' } as const])]];
    }
  };

/** Its rooms follow its user. */
const told = (seat: Seat, now: Seated, entry: Entry): Step => {
  const after = afterEntry(now.viewer, entry);
  if ('end' in after) {
    const { end } = after;
    const last: SeatEffect =
      'refused' in end
        ? { do: 'refuse', code: end.refused }
        : { do: 'sign out', position: entry.position, change: end.signedInElsewhere };
    return [seat, [LEAVE, last]];
  }
  const { viewer, moved } = after;
  return [{ ...seat, now: { ...now, viewer } }, moved ? [{ do: 'move', rooms: roomsOf(viewer) }, { do: 'refetch' }] : []];
};

const LEAVE: SeatEffect = { do: 'move', rooms: [] };

import type { Change, Entry } from './entry.ts';
import { actionOf, frameOf } from './frames.ts';
import { type LiveSocket, MAX_WAITING } from './live.socket.ts';
import type { Ring } from './ring.ts';
import { heardBy } from './rooms.ts';
import { type LiveViewer, tellsOfUsers } from './viewer.ts';

/** Bytes that are told again at once; who missed more fetches anew. */
export const MAX_TOLD = MAX_WAITING / 2;
/** How far back a join looks, in milliseconds: longer than a screen's answer may be on its way. */
const OVERLAP_MS = 30_000;

type Frames = { frames: Buffer[]; bytes: number };
const isIn = (socket: LiveSocket, rooms: readonly string[]): boolean => rooms.some((room) => socket.rooms.has(room));

/** The frames of those changes of some entries that are wanted; null where they are too much to tell. */
const framesOf = (entries: readonly Entry[], wanted: (change: Change) => ReturnType<typeof actionOf>): Frames | null => {
  const told: Frames = { frames: [], bytes: 0 };
  for (const { changes, position } of entries) {
    if (changes === 'refetch') continue;
    for (const change of changes) {
      const action = wanted(change);
      if (action === null) continue;
      const frame = frameOf(position, change, action);
      told.bytes += frame.length;
      if (told.bytes > MAX_TOLD) return null;
      told.frames.push(frame);
    }
  }
  return told;
};

/**
 * The frames that a socket missed; null where it must fetch anew: too long ago, too much, or its rooms changed meanwhile. Of a ticket
 * that was taken from it since, it hears that it left, and nothing of what was in it.
 */
export const missedBy = (socket: LiveSocket, viewer: LiveViewer, ring: Ring, after: bigint): Frames | null => {
  const entries = ring.from(after)?.filter(({ companyId }) => companyId === null || companyId === viewer.companyId);
  if (!entries || entries.some((entry) => entry.changes === 'refetch' || (tellsOfUsers(entry) && concerns(viewer, entry))))
    return null;
  return framesOf(entries, (change) => {
    if (change.channel === 'auth') return null;
    const action = actionOf(change, heardBy(socket.rooms, change.before, change.after));
    return action === 'delete' || isIn(socket, ring.roomsNow(change)) ? action : null;
  });
};

/**
 * What was lately pushed to a conversation, for one who joins it: a join takes effect when it is read here, which may be after the
 * answer that the screen holds. A frame twice changes nothing. It is told to those who see the ticket now, whoever saw it then; null
 * where it is too much.
 */
export const lately = (socket: LiveSocket, viewer: LiveViewer, ring: Ring, ticketId: string): Frames | null =>
  framesOf(ring.ofTicket(ticketId, viewer.companyId, Date.now() - OVERLAP_MS), (change) =>
    change.channel === 'appMessage' && change.narrow?.ticketId === ticketId && isIn(socket, ring.roomsNow(change))
      ? actionOf(change, { before: change.before.length > 0, after: change.after.length > 0 })
      : null,
  );

/** Whether an entry may have changed what this user hears: then their rooms of now say nothing of what they heard then. */
const concerns = (viewer: LiveViewer, { changes }: Entry): boolean =>
  changes !== 'refetch' &&
  changes.some(
    ({ channel, id, record, narrow }) =>
      // That they came is the first thing that is told of everybody who signs in.
      (channel === 'user' && id === viewer.userId && !narrow?.presence) ||
      (channel === 'queue' && record === null) ||
      channel === 'setting' ||
      channel === 'company',
  );

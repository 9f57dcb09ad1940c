import { PLATFORM } from '@prosa/contracts';
import type { Change, Entry } from './entry.ts';
import { type Act, actionOf, frameOf, reloadOf } from './frames.ts';
import { type LiveSocket, MAX_WAITING } from './live.socket.ts';
import type { Ring } from './ring.ts';
import { abroad, heardBy } from './rooms.ts';
import { type LiveViewer, tellsOfUsers } from './viewer.ts';

/** Bytes that are told again at once; who missed more fetches anew. */
export const MAX_TOLD = MAX_WAITING / 2;
/** How far back a join looks, in milliseconds: longer than a screen's answer may be on its way. */
const OVERLAP_MS = 30_000;

type Frames = { frames: Buffer[]; bytes: number };
const isIn = (socket: LiveSocket, rooms: readonly string[]): boolean => rooms.some((room) => socket.rooms.has(room));

/**
 * The frames of those changes of some entries that are wanted; null where they are too much to tell. A change of which nobody knows who
 * may hear it now (`unsure`) becomes a reload of its channel: what it said is what GET answers to those who may ask.
 */
const framesOf = (entries: readonly Entry[], wanted: (change: Change) => Act | 'unsure' | null): Frames | null => {
  const told: Frames = { frames: [], bytes: 0 };
  const unsure = new Set<Change['channel']>();
  for (const { changes, position } of entries) {
    if (changes === 'refetch') continue;
    for (const change of changes) {
      const action = wanted(change);
      if (action === 'unsure') unsure.add(change.channel);
      if (action === 'unsure' || action === null) continue;
      const frame = frameOf(position, change, action);
      told.bytes += frame.length;
      if (told.bytes > MAX_TOLD) return null;
      told.frames.push(frame);
    }
  }
  const { position } = entries.at(-1) ?? { position: 0n };
  told.frames.push(...[...unsure].map((channel) => reloadOf(position, channel)));
  return told;
};

/**
 * The frames that a socket missed; null where it must fetch anew: too long ago, too much, or its rooms changed meanwhile. Of a ticket
 * that was taken from it since, it hears that it left, and nothing of what was in it.
 */
export const missedBy = (socket: LiveSocket, viewer: LiveViewer, ring: Ring, after: bigint): Frames | null => {
  const entries = ring.from(after)?.flatMap((entry) => ofWhom(viewer, entry));
  if (!entries || entries.some((entry) => entry.changes === 'refetch' || (tellsOfUsers(entry) && concerns(viewer, entry))))
    return null;
  return framesOf(entries, (change) => {
    if (change.channel === 'auth') return null;
    const action = actionOf(change, heardBy(socket.rooms, change.before, change.after));
    if (action === null || action === 'delete' || action === 'reload') return action;
    return asOfNow(socket, ring, change, action);
  });
};

/** What of an entry somebody may hear: all of their own company's, and of PLATFORM's what is for everyone. */
const ofWhom = ({ companyId: own }: LiveViewer, entry: Entry): Entry[] => {
  const { companyId, changes } = entry;
  if (companyId === null || companyId === own) return [entry];
  if (companyId !== PLATFORM || changes === 'refetch') return [];
  const heard = changes.map(abroad).filter(({ before, after }) => before.length + after.length > 0);
  return [{ ...entry, changes: heard }];
};

/**
 * What was lately pushed to a conversation, for one who joins it: a join takes effect when it is read here, which may be after the
 * answer that the screen holds. A frame twice changes nothing. It is told to those who see the ticket now, whoever saw it then; null
 * where it is too much.
 */
export const lately = (socket: LiveSocket, viewer: LiveViewer, ring: Ring, ticketId: string): Frames | null => {
  const since = Date.now() - OVERLAP_MS;
  const told = framesOf(ring.ofTicket(ticketId, viewer.companyId, since), (change) => {
    if (change.channel !== 'appMessage' || change.narrow?.ticketId !== ticketId) return null;
    const action = actionOf(change, { before: change.before.length > 0, after: change.after.length > 0 });
    return action && asOfNow(socket, ring, change, action);
  });
  const reload = ring.reloadOfMessages(viewer.companyId, since);
  if (told && reload && isIn(socket, reload.rooms)) told.frames.push(reloadOf(reload.position, 'appMessage'));
  return told;
};

/** What was told of a change, where its ticket is still in the socket's rooms. */
const asOfNow = (socket: LiveSocket, ring: Ring, change: Change, action: Act): Act | 'unsure' | null => {
  const rooms = ring.roomsNow(change);
  if (rooms === null) return 'unsure';
  return isIn(socket, rooms) ? action : null;
};

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

import { PLATFORM } from '@prosa/contracts';
import type { Change, Entry } from './entry.ts';
import { type Act, actionOf, frameOf, reloadOf } from './frames.ts';
import { type LiveSocket, MAX_WAITING } from './live.socket.ts';
import type { Ring } from './ring.ts';
import { abroad, heardBy } from './rooms.ts';
import { type LiveViewer, tellsOfUsers } from './viewer.ts';

/** Maximum number of bytes that are repeated at once; a client that missed more must fetch. */
export const MAX_REPEATED = MAX_WAITING / 2;
/** How far back a join looks, in milliseconds: longer than an answer may take to reach the screen. */
const OVERLAP_MS = 30_000;

type Frames = { frames: Buffer[]; bytes: number };
const isIn = (socket: LiveSocket, rooms: readonly string[]): boolean => rooms.some((room) => socket.rooms.has(room));

/**
 * Builds the frames of the wanted changes of some entries; null if they are too large. A change whose current recipients are unknown
 * (`unsure`) becomes a reload of its channel: GET then returns it to those who may see it.
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
      if (told.bytes > MAX_REPEATED) return null;
      told.frames.push(frame);
    }
  }
  const { position } = entries.at(-1) ?? { position: 0n };
  told.frames.push(...[...unsure].map((channel) => reloadOf(position, channel)));
  return told;
};

/**
 * The frames that a socket missed; null if it must fetch: too long ago, too much, or its rooms changed meanwhile. For a ticket that it can
 * no longer see, it receives the delete and nothing of the content.
 */
export const missedBy = (socket: LiveSocket, viewer: LiveViewer, ring: Ring, after: bigint): Frames | null => {
  const entries = ring.from(after)?.flatMap((entry) => ofWhom(viewer, entry));
  if (!entries || entries.some((entry) => isLost(entry, after) || (tellsOfUsers(entry) && concerns(viewer, entry)))) return null;
  return framesOf(entries, (change) => {
    if (change.channel === 'auth') return null;
    const action = actionOf(change, heardBy(socket.rooms, change.before, change.after));
    if (action === null || action === 'delete' || action === 'reload') return action;
    return asOfNow(socket, ring, change, action);
  });
};

/** Whether a socket that is up to date to `after` missed something by an entry. A company's refetch stands for nothing beyond its position. */
const isLost = ({ changes, companyId, position }: Entry, after: bigint): boolean =>
  changes === 'refetch' && (companyId === null || position > after);

/** The parts of an entry that a user may receive: everything of their own company, and from PLATFORM what is for everyone. */
const ofWhom = ({ companyId: own }: LiveViewer, entry: Entry): Entry[] => {
  const { companyId, changes } = entry;
  if (companyId === null || companyId === own) return [entry];
  if (companyId !== PLATFORM || changes === 'refetch') return [];
  const heard = changes.map(abroad).filter(({ before, after }) => before.length + after.length > 0);
  return [{ ...entry, changes: heard }];
};

/**
 * The recent pushes of a conversation, for a socket that joins it: the join takes effect when the hub reads it, which may be later than the
 * answer that the screen holds. A repeated frame has no effect. The pushes are sent only if the socket may see the ticket now,
 * regardless of who could see it then; null if they are too large.
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

/** Returns the action of a change if its ticket is still in the socket's rooms. */
const asOfNow = (socket: LiveSocket, ring: Ring, change: Change, action: Act): Act | 'unsure' | null => {
  const rooms = ring.roomsNow(change);
  if (rooms === null) return 'unsure';
  return isIn(socket, rooms) ? action : null;
};

/** Whether an entry may have changed this user's rooms: then the current rooms say nothing about what they could receive before. */
const concerns = (viewer: LiveViewer, { changes }: Entry): boolean =>
  changes !== 'refetch' &&
  changes.some(
    ({ channel, id, record, narrow }) =>
      // The user's own presence is pushed right after every sign-in and changes no rooms.
      (channel === 'user' && id === viewer.userId && !narrow?.presence) ||
      (channel === 'queue' && record === null) ||
      channel === 'setting' ||
      channel === 'company',
  );

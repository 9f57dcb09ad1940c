import type { MessageView } from '@prosa/contracts';
import { RecentMap } from '../../../kernel/lists/recent-map.ts';

/** A file as a message shows it. */
export type ShownMedia = NonNullable<MessageView['media']>;
/** The fields of a message by which its file is shown. */
export type WithMedia = Pick<
  MessageView,
  'id' | 'body' | 'isDeleted' | 'mediaType' | 'mediaUrl' | 'mediaError' | 'media' | 'waveform'
>;

export const mediaOf = (message: WithMedia): ShownMedia | null => message.media;

/** The id of the file at an address: the address changes with time, the file does not. */
export const fileIdOf = (url: string): string => url.split('/')[3] ?? url;

const FILES = ['image', 'audio', 'video', 'application'];

/** Whether its file is known and its bytes are still being fetched from the customer's channel. */
export const isComing = ({ media, mediaUrl, mediaError, isDeleted }: WithMedia): boolean =>
  media !== null && mediaUrl === null && mediaError === null && !isDeleted;

/** Whether its file is shown as a line: a name or a player, no picture. */
export const isLine = (message: WithMedia): boolean => ['audio', 'document'].includes(mediaOf(message)?.kind ?? '');

/** Whether a message has a file, or should have had one that did not arrive. */
export const hasMedia = (message: WithMedia): boolean =>
  mediaOf(message) !== null || (message.mediaError !== null && FILES.includes(message.mediaType ?? ''));

/** Whether the file can be viewed in full size. */
export const isViewed = (message: WithMedia): boolean =>
  ['image', 'video'].includes(mediaOf(message)?.kind ?? '') && message.mediaUrl !== null && !message.isDeleted;

const SIDE = 320;
const LEAST = 120;
const UNKNOWN = { width: 240, height: 180 };
const LINE = { width: 280, height: 48 };
const PLAYER = { width: 280, height: 56 };
type Room = { width: number; height: number };

/** The size in pixels that is reserved for a file before it loads, so that nothing moves afterwards. */
export const roomOf = (message: WithMedia): Room => {
  const media = mediaOf(message);
  if (media === null) return { width: 280, height: 140 };
  if (media.kind === 'sticker') return { width: 160, height: 160 };
  if (media.kind === 'audio') return PLAYER;
  if (media.kind === 'document') return LINE;
  const { width, height } = media;
  if (!width || !height) return UNKNOWN;
  const scale = Math.min(1, SIDE / width, SIDE / height);
  return { width: Math.max(LEAST, Math.round(width * scale)), height: Math.max(LEAST, Math.round(height * scale)) };
};

/** The rooms of files that were shown before their bytes arrived. */
const held = new RecentMap<string, Room>(200);

/**
 * Like `roomOf`, but keeps the room of a file that was shown while it was being fetched: its size arrives with its bytes, and a larger room
 * would move the messages below. A reload of the page uses the real size.
 */
export const steadyRoomOf = (message: WithMedia): Room => {
  if (message.media === null) return roomOf(message);
  const before = held.get(message.id);
  if (before) return before;
  const room = roomOf(message);
  if (message.mediaUrl === null) held.set(message.id, room);
  return room;
};

/** Formats milliseconds as minutes and seconds. */
export const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

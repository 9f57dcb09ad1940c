import { ClientFrame } from '@prosa/contracts';
import type { LiveSocket } from './live.socket.ts';

/** Maximum number of conversations that one screen may have joined. */
const MAX_CHATS = 200;

/** The cost of a frame in a socket's budget: parsing a large frame takes longer. */
export const costOf = (data: Buffer): number => 1 + Math.floor(data.length / 1024);

/** Parses a client's frame; null if it is invalid. */
export const readFrame = (data: Buffer, isBinary: boolean): ClientFrame | null => {
  if (isBinary) return null;
  try {
    return ClientFrame.safeParse(JSON.parse(data.toString())).data ?? null;
  } catch {
    return null;
  }
};

/**
 * Applies a join or leave frame, which narrows what a socket receives; returns false if the limit is exceeded. A join only reduces what is
 * received and so needs no permission.
 */
export const join = (socket: LiveSocket, frame: Exclude<ClientFrame, { type: 'hello' }>): boolean => {
  switch (frame.type) {
    case 'joinNotification':
      socket.notified = true;
      return true;
    case 'joinTickets':
      socket.statuses = (socket.statuses ?? new Set()).add(frame.status);
      return true;
    case 'joinChatBox':
      socket.chats = (socket.chats ?? new Set()).add(frame.ticketId.toLowerCase());
      return socket.chats.size <= MAX_CHATS;
    case 'leaveChatBox':
      socket.chats?.delete(frame.ticketId.toLowerCase());
      return true;
    case 'userStatus':
      return true;
    default:
      frame satisfies never;
      return false;
  }
};

import { ClientFrame } from '@prosa/contracts';
import type { LiveSocket } from './live.socket.ts';

/** Conversations that one screen may have joined; more are no screen. */
const MAX_CHATS = 200;

/** What a frame costs of a socket's budget: reading a large one takes its time. */
export const costOf = (data: Buffer): number => 1 + Math.floor(data.length / 1024);

/** A frame of a client; null for what is none. */
export const readFrame = (data: Buffer, isBinary: boolean): ClientFrame | null => {
  if (isBinary) return null;
  try {
    return ClientFrame.safeParse(JSON.parse(data.toString())).data ?? null;
  } catch {
    return null;
  }
};

/** Narrows what a socket hears, by its frame; false where it may not any more. A join asks for less and so needs no permission. */
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
      // That somebody is there is known by the socket itself; nothing is made of it yet.
      return true;
    default:
      frame satisfies never;
      return false;
  }
};

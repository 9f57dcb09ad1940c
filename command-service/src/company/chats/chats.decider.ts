import { type ChatFact, limits, type MediaFacts, type Profile, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type Event = Unstored<ChatFact>;
type Asker = { userId: string; profile: Profile };

/** `colleagues`: the ids of the company's users that exist. */
export type ChatCommand =
  | { do: 'create chat'; chatId: string; title: string; users: readonly string[]; colleagues: readonly string[]; by: Asker }
  | {
      do: 'change chat';
      title?: string | undefined;
      users?: readonly string[] | undefined;
      colleagues: readonly string[];
      by: Asker;
    }
  | { do: 'delete chat'; by: Asker }
  | { do: 'read chat'; by: Asker }
  | { do: 'post message'; messageId: string; message: string; media: MediaFacts | null; clientId: string | null; by: Asker };

/** `reads`: up to which message each member has read; `seq`: the number of the newest message. */
type Chat = { id: string; title: string; ownerId: string; reads: Map<string, number>; seq: number };
export type ChatState = { chat: Chat | null; deleted: boolean };

/** A chat among colleagues. To whoever does not belong to it it does not exist, whatever their role. */
export const chats: Decider<ChatCommand, ChatState, Event> = {
  initial: () => ({ chat: null, deleted: false }),

  decide(command, state) {
    if (command.do === 'create chat') {
      if (state.chat || state.deleted) return [];
      const { chatId, title, users, colleagues, by } = command;
      const memberIds = membersOf(by.userId, users, [], colleagues);
      return [{ type: 'ChatCreated', data: { chatId, title, ownerId: by.userId, memberIds } }];
    }
    const { by } = command;
    const chat = chatOf(state, by.userId);
    const chatId = chat.id;
    switch (command.do) {
      case 'change chat': {
        if (chat.ownerId !== by.userId) throw new Refused('ERR_NO_PERMISSION');
        const { title = chat.title, users, colleagues } = command;
        const before = [...chat.reads.keys()];
        const members = users ? membersOf(chat.ownerId, users, before, colleagues) : before;
        const added = members.filter((id) => !before.includes(id));
        const removed = before.filter((id) => !members.includes(id));
        if (title === chat.title && added.length + removed.length === 0) return [];
        const changes = { ...(title !== chat.title && { title }), added, removed, upTo: chat.seq };
        return [{ type: 'ChatChanged', data: { chatId, ...changes } }];
      }
      case 'delete chat':
        if (chat.ownerId !== by.userId || by.profile !== 'admin') throw new Refused('ERR_NO_PERMISSION');
        return [{ type: 'ChatDeleted', data: { chatId, memberIds: [...chat.reads.keys()] } }];
      case 'read chat':
        if (chat.reads.get(by.userId) === chat.seq) return [];
        return [{ type: 'ChatRead', data: { chatId, userId: by.userId, upTo: chat.seq } }];
      case 'post message': {
        const { messageId, message, media, clientId } = command;
        const seq = chat.seq + 1;
        return [{ type: 'ChatMessagePosted', data: { chatId, messageId, seq, senderId: by.userId, message, media, clientId } }];
      }
    }
  },

  evolve(state, event) {
    const { chat } = state;
    switch (event.type) {
      case 'ChatCreated': {
        const { chatId: id, title, ownerId, memberIds } = event.data;
        return { chat: { id, title, ownerId, reads: new Map(memberIds.map((of) => [of, 0])), seq: 0 }, deleted: false };
      }
      case 'ChatDeleted':
        return { chat: null, deleted: true };
    }
    if (!chat) return state;
    switch (event.type) {
      case 'ChatChanged': {
        const { title = chat.title, added, removed, upTo } = event.data;
        chat.title = title;
        for (const id of removed) chat.reads.delete(id);
        for (const id of added) chat.reads.set(id, upTo);
        return state;
      }
      case 'ChatMessagePosted':
        chat.seq = event.data.seq;
        if (chat.reads.has(event.data.senderId)) chat.reads.set(event.data.senderId, chat.seq);
        return state;
      case 'ChatRead':
        if (chat.reads.has(event.data.userId)) chat.reads.set(event.data.userId, event.data.upTo);
        return state;
      default:
        event satisfies never;
        return state;
    }
  },
};

/** Returns the chat if the user belongs to it. Throws Refused ERR_NO_CHAT_FOUND. */
export const chatOf = ({ chat }: ChatState, userId: string): Chat => {
  if (!chat?.reads.has(userId)) throw new Refused('ERR_NO_CHAT_FOUND');
  return chat;
};

/** The owner, and the wanted colleagues that exist; one that was deleted while they belonged to the chat is left out. */
const membersOf = (
  ownerId: string,
  wanted: readonly string[],
  before: readonly string[],
  colleagues: readonly string[],
): string[] => {
  const all = [...new Set([ownerId, ...wanted])];
  if (all.some((id) => id !== ownerId && !colleagues.includes(id) && !before.includes(id)))
    throw new Refused('ERR_NO_USER_FOUND');
  const members = all.filter((id) => id === ownerId || colleagues.includes(id));
  if (members.length > limits.chatMembers) throw new Refused('ERR_VALIDATION', { fields: { users: 'Too Long!' } });
  return members;
};

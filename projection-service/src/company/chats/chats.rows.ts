import { type ChatMediaType, chatEvents, chatMediaTypeOf, derivedId, type MediaFacts } from '@prosa/contracts';
import { integer, json, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';

/** Up to which message each member has read, by user id: its keys are the members. */
type Reads = Record<string, number>;

/**
 * Chats among colleagues. Whoever writes has read everything before, so that the difference of two numbers says how much a member has not
 * read.
 */
export const chatRows = defineRows({
  table: 'chat',
  version: 2,
  events: chatEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    title: text(),
    /** The text that searches match. */
    search: text(),
    ownerId: uuid(),
    reads: json<Reads>(),
    seq: integer(),
    lastMessage: nullable(text()),
    lastMediaType: nullable(text<ChatMediaType>()),
    lastSenderId: nullable(uuid()),
    createdAt: time(),
    updatedAt: time(),
  },
  key: ({ data }) => data.chatId,
  begins: {
    ChatCreated: ({ data: { chatId, title, ownerId, memberIds }, meta }) => ({
      id: chatId,
      companyId: meta.companyId,
      title,
      search: searchable(title),
      ownerId,
      reads: Object.fromEntries(memberIds.map((id) => [id, 0])),
      seq: 0,
      lastMessage: '',
      lastMediaType: null,
      lastSenderId: null,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    ChatChanged: (row, { data: { title = row.title, added, removed, upTo }, meta }) => {
      const kept = Object.entries(row.reads).filter(([id]) => !removed.includes(id));
      return {
        ...row,
        title,
        search: searchable(title),
        reads: Object.fromEntries([...kept, ...added.map((id) => [id, upTo] as const)]),
        updatedAt: meta.at,
      };
    },
    ChatMessagePosted: (row, { data: { seq, senderId, message, media }, meta }) => ({
      ...row,
      reads: marked(row.reads, senderId, seq),
      seq,
      lastMessage: message,
      lastMediaType: media && chatMediaTypeOf(media.kind),
      lastSenderId: senderId,
      updatedAt: meta.at,
    }),
    ChatRead: (row, { data: { userId, upTo } }) => ({ ...row, reads: marked(row.reads, userId, upTo) }),
    ChatDeleted: () => null,
  },
});
export type ChatRow = NonNullable<ReturnType<typeof chatRows.fold>>;

const marked = (reads: Reads, userId: string, upTo: number): Reads => ({ ...reads, [userId]: upTo });

/** The members of each chat. */
export const chatMemberRows = defineRows({
  table: 'chat_member',
  version: 1,
  events: chatEvents,
  columns: { id: uuid(), companyId: uuid(), chatId: uuid(), userId: uuid(), readUpTo: integer() },
  indexes: ['(user_id)'],
  key: ({ type, data }) => {
    const { chatId } = data;
    const of = (ids: readonly string[]) => ids.map((userId) => derivedId(chatId, userId));
    switch (type) {
      case 'ChatCreated':
      case 'ChatDeleted':
        return of(data.memberIds);
      case 'ChatChanged':
        return of([...data.added, ...data.removed]);
      case 'ChatMessagePosted':
        return of([data.senderId]);
      case 'ChatRead':
        return of([data.userId]);
    }
  },
  begins: {
    ChatCreated: ({ data: { chatId, memberIds }, meta }, id) => ({
      id,
      companyId: meta.companyId,
      chatId,
      userId: memberIds.find((userId) => derivedId(chatId, userId) === id)!,
      readUpTo: 0,
    }),
    ChatChanged: ({ data: { chatId, added, upTo }, meta }, id) => ({
      id,
      companyId: meta.companyId,
      chatId,
      userId: added.find((userId) => derivedId(chatId, userId) === id)!,
      readUpTo: upTo,
    }),
  },
  changes: {
    ChatChanged: () => null,
    ChatMessagePosted: (row, { data }) => ({ ...row, readUpTo: data.seq }),
    ChatRead: (row, { data }) => ({ ...row, readUpTo: data.upTo }),
    ChatDeleted: () => null,
  },
});

/** The messages of chats. Those of a deleted chat stay, and no query shows them. */
export const chatMessageRows = defineRows({
  table: 'chat_message',
  version: 1,
  events: chatEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    chatId: uuid(),
    seq: integer(),
    senderId: uuid(),
    message: nullable(text()),
    media: nullable(json<MediaFacts>()),
    clientId: nullable(text()),
    createdAt: time(),
  },
  indexes: ['(chat_id, seq desc)'],
  key: ({ data }) => data.messageId,
  begins: {
    ChatMessagePosted: ({ data: { messageId, chatId, seq, senderId, message, media, clientId }, meta }) => ({
      id: messageId,
      companyId: meta.companyId,
      chatId,
      seq,
      senderId,
      message,
      media,
      clientId,
      createdAt: meta.at,
    }),
  },
  changes: {},
});

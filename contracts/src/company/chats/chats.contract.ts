import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { isBlank, visible } from '../../kernel/texts/visible.ts';
import { anyFile, MediaView } from '../../media/media.contract.ts';
import type { MediaKind } from '../../media/media.facts.ts';
import { chatEvents } from './chats.events.ts';

/** The kind of file that a chat's message carries. */
export const ChatMediaType = z.enum(['image', 'audio', 'video', 'other']);
export type ChatMediaType = z.output<typeof ChatMediaType>;
export const chatMediaTypeOf = (kind: MediaKind): ChatMediaType =>
  kind === 'sticker' ? 'image' : kind === 'document' ? 'other' : kind;

/** A chat as its members see it: all of them the same. Names are null if their person was forgotten. */
export const ChatView = z.object({
  id: f.id,
  /** The same as `id`. */
  uuid: f.id,
  companyId: f.id,
  title: z.string(),
  ownerId: f.id,
  /** The words of the newest message; '' if there is none, or if it is a file alone, null if they were forgotten. */
  lastMessage: z.string().nullable(),
  lastMediaType: ChatMediaType.nullable(),
  lastSenderId: f.id.nullable(),
  users: z.array(
    z.object({ userId: f.id, unreads: z.number().int(), user: z.object({ id: f.id, name: z.string().nullable() }) }),
  ),
  createdAt: f.at,
  /** The time of the newest message, or of the last change of title or members. */
  updatedAt: f.at,
});
export type ChatView = z.output<typeof ChatView>;

/** That a user belongs to a chat, and up to which of its messages they have read: pushed to that user alone. */
export const ChatUserView = z.object({ id: f.id, chatId: f.id, userId: f.id, readUpTo: z.number().int() });
export type ChatUserView = z.output<typeof ChatUserView>;

/** `message` is null if its person was forgotten. */
export const ChatMessageView = z.object({
  id: f.id,
  chatId: f.id,
  /** Order in the chat. */
  seq: z.number().int(),
  senderId: f.id,
  sender: z.object({ id: f.id, name: z.string().nullable() }),
  message: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaType: ChatMediaType.nullable(),
  /** The address of the file's bytes, valid for some hours. */
  mediaUrl: z.string().nullable(),
  media: MediaView.nullable(),
  clientId: z.string().nullable(),
  createdAt: f.at,
});
export type ChatMessageView = z.output<typeof ChatMessageView>;

/** The reply to a command on a chat: the chat's own fields. */
export const ChatOwn = ChatView.pick({ id: true, uuid: true, companyId: true, title: true, ownerId: true }).extend({
  userIds: z.array(f.id),
});
/** The reply to sending: the message's own fields. */
export const ChatMessageOwn = ChatMessageView.omit({ sender: true, mediaUrl: true, media: true });
export type ChatMessageOwn = z.output<typeof ChatMessageOwn>;

const title = z
  .string({ error: 'Required' })
  .overwrite(visible)
  .min(1, 'Required')
  .max(limits.name.max, 'Too Long!')
  .refine(f.storable, 'Invalid text');
/** By id, or as records. The owner always belongs to the chat. */
const users = z
  .array(z.union([f.id, z.object({ id: f.id }).loose()]))
  .max(limits.chatMembers, 'Too Long!')
  .transform((of) => [...new Set(of.map((one) => (typeof one === 'string' ? one : one.id)))]);

/** The text fields beside the files of a message that arrives as a multipart form. */
export const ChatMessageForm = z.object({ body: f.text(limits.messageMax).default(''), fromMe: f.flag });

const one = { params: f.idParam, missing: 'ERR_NO_CHAT_FOUND' } as const;

export const chatRoutes = {
  list: route({
    call: 'GET /chats',
    may: 'chats:write',
    summary:
      "The caller's chats, the one with the newest message first; `pageNumber` pages, without it they are all told. `unread` has the ids of all with messages that the caller has not read, whatever the page or search.",
    query: f.after.extend({
      searchParam: f.search,
      pageNumber: z.coerce.number().int().min(1).max(100_000).optional(),
    }),
    reply: z.object({ records: z.array(ChatView), count: z.number(), hasMore: z.boolean(), unread: z.array(f.id) }),
  }),
  show: route({ ...one, call: 'GET /chats/:id', may: 'chats:write', summary: 'One chat.', query: f.after, reply: ChatView }),
  messages: route({
    ...one,
    call: 'GET /chats/:id/messages',
    may: 'chats:write',
    summary:
      'A page of a chat, newest page first, in order within. `before` (a message id) pages by key: what comes in meanwhile moves nothing.',
    query: f.after.extend({
      pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
      before: f.id.optional(),
    }),
    refuses: ['ERR_NO_MESSAGE_FOUND'],
    reply: z.object({ records: z.array(ChatMessageView), count: z.number(), hasMore: z.boolean() }),
  }),
  create: route({
    call: 'POST /chats',
    may: 'chats:write',
    summary: 'Begins a chat, which the caller owns.',
    body: z.object({ title, users }),
    refuses: ['ERR_NO_USER_FOUND'],
    reply: ChatOwn,
    status: 201,
  }),
  change: route({
    ...one,
    call: 'PUT /chats/:id',
    may: 'chats:write',
    summary: 'Changes title and members of a chat that the caller owns.',
    body: z.object({ title: title.optional(), users: users.optional() }),
    refuses: ['ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION'],
    reply: ChatOwn,
  }),
  delete: route({
    ...one,
    call: 'DELETE /chats/:id',
    may: 'chats:write',
    summary: 'Deletes a chat for all its members: only its owner may, and only as an administrator.',
    refuses: ['ERR_NO_PERMISSION'],
    reply: z.null(),
  }),
  read: route({
    ...one,
    call: 'POST /chats/:id/read',
    may: 'chats:write',
    summary: 'The caller has read everything in the chat; `userId` may be named, and is then the caller.',
    body: z.object({ userId: f.id.nullish() }).nullish(),
    refuses: ['ERR_NO_PERMISSION'],
    reply: z.object({ id: f.id, userId: f.id, unreads: z.literal(0) }),
  }),
  post: route({
    ...one,
    call: 'POST /chats/:id/messages',
    may: 'chats:write',
    summary:
      'Writes to the members of a chat: a text, or, as multipart/form-data, `medias` (up to ten files) and `body`, which is written under the first of them; each is a message, and `messages` has them all.',
    body: z.object({
      message: f
        .text(limits.messageMax)
        .trim()
        .refine((text) => !isBlank(text), 'Required'),
    }),
    upload: { ...anyFile, many: true, form: ChatMessageForm },
    refuses: ['ERR_MEDIA_EMPTY', 'ERR_MEDIA_STORE', 'ERR_NO_MEDIA_FOUND'],
    reply: ChatMessageOwn.extend({ messages: z.array(ChatMessageOwn).optional() }),
    status: 201,
  }),
};

/**
 * Chats among colleagues: nobody but the members reads or hears anything of one, whatever their role. Auditors take part in none, so that
 * reading, too, needs the permission to write.
 */
export const chats = manifest({
  name: 'chats',
  events: chatEvents,
  routes: chatRoutes,
  pushes: {
    chat: ['create', 'update', 'new-message', 'delete'],
    'chat-user': ['create', 'update', 'delete'],
    'chat-message': ['create', 'update', 'delete'],
  },
  permissions: { 'chats:write': ['admin', 'supervisor', 'user'] },
  errors: { ERR_NO_CHAT_FOUND: { status: 404, message: 'Nenhuma conversa encontrada com este número.' } },
});

import {
  ChatMediaType,
  type ChatMessageView,
  type ChatUserView,
  type ChatView,
  chatMediaTypeOf,
  limits,
  MediaFacts,
  mediaViewOf,
  Refused,
  thumbnailId,
} from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { contains, pageOf } from '../../kernel/paging.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { chatMemberRows, chatMessageRows, chatRows } from './chats.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

const Chat = z.object({
  id: z.string(),
  companyId: z.string(),
  title: z.string(),
  ownerId: z.string(),
  lastMessage: z.string().nullable(),
  lastMediaType: ChatMediaType.nullable(),
  lastSenderId: z.string().nullable(),
  seq: z.number(),
  reads: z.record(z.string(), z.number()),
  names: z.record(z.string(), z.string().nullable()),
  createdAt: z.date(),
  updatedAt: z.date(),
});

const selectChats = (db: Db) => sql.fragment`
  select c.id, c.company_id as "companyId", c.title, c.owner_id as "ownerId", c.last_message as "lastMessage",
    c.last_media_type as "lastMediaType", c.last_sender_id as "lastSenderId", c.seq, c.reads,
    coalesce((select jsonb_object_agg(u.id, u.name) from ${db.table(userRows)} u
      where u.company_id = ${db.companyId} and c.reads ? u.id::text), '{}') as names,
    c.created_at as "createdAt", c.updated_at as "updatedAt"
  from ${db.table(chatRows)} c where c.company_id = ${db.companyId}`;

const chatOf = ({ seq, reads, names, createdAt, updatedAt, ...chat }: z.output<typeof Chat>): ChatView => ({
  ...chat,
  uuid: chat.id,
  users: Object.entries(reads)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, upTo]) => ({ userId: id, unreads: seq - upTo, user: { id, name: names[id] ?? null } })),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Chats by id, without checking who asks. */
export const chatRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ChatView>> => {
  const rows = await db.many(sql.type(Chat)`${selectChats(db)} and c.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, chatOf(row)]));
};

/** Memberships by id. */
export const chatUserRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ChatUserView>> => {
  const User = z.object({ id: z.string(), chatId: z.string(), userId: z.string(), readUpTo: z.number() });
  const rows = await db.many(sql.type(User)`
    select m.id, m.chat_id as "chatId", m.user_id as "userId", m.read_up_to as "readUpTo" from ${db.table(chatMemberRows)} m
    where m.company_id = ${db.companyId} and m.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, row]));
};

/**
 * The chats of a user, the one with the newest message first; a page of them, or all without a number. `unread`: ids of all their unread
 * chats, whatever the page or search.
 */
export const listChats = async (
  db: Db,
  userId: string,
  { searchParam, pageNumber }: { searchParam: string; pageNumber?: number | undefined },
) => {
  const own = sql.fragment`c.id in (select m.chat_id from ${db.table(chatMemberRows)} m
    where m.company_id = ${db.companyId} and m.user_id = ${userId})`;
  const found = searchParam === '' ? own : sql.fragment`${own} and ${contains(sql.fragment`c.search`, searchParam)}`;
  const page =
    pageNumber === undefined
      ? sql.fragment``
      : sql.fragment`limit ${limits.pageSize + 1} offset ${(pageNumber - 1) * limits.pageSize}`;
  const rows = await db.many(sql.type(Chat)`${selectChats(db)} and ${found} order by c.updated_at desc, c.id desc ${page}`);
  const { records, hasMore } = pageOf(rows, pageNumber === undefined ? null : limits.pageSize);
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(chatRows)} c where c.company_id = ${db.companyId} and ${found}`);
  const unread = await db.many(sql.type(z.object({ id: z.string() }))`
    select c.id from ${db.table(chatRows)} c where c.company_id = ${db.companyId} and ${own}
      and c.seq > (c.reads ->> ${userId})::int order by c.id`);
  return { records: records.map(chatOf), count, hasMore, unread: unread.map(({ id }) => id) };
};

/** Throws Refused ERR_NO_CHAT_FOUND unless the user belongs to the chat. */
export const assertMember = async (db: Db, chatId: string, userId: string): Promise<void> => {
  const member = await db.maybe(sql.type(z.object({ id: z.string() }))`
    select m.id from ${db.table(chatMemberRows)} m where m.company_id = ${db.companyId} and m.chat_id = ${chatId} and m.user_id = ${userId}`);
  if (!member) throw new Refused('ERR_NO_CHAT_FOUND');
};

const Message = z.object({
  id: z.string(),
  chatId: z.string(),
  seq: z.number(),
  senderId: z.string(),
  senderName: z.string().nullable(),
  message: z.string().nullable(),
  media: MediaFacts.extend({ name: z.string().nullable(), sha256: z.string().nullable() }).nullable(),
  clientId: z.string().nullable(),
  createdAt: z.date(),
  now: z.number(),
});

const readMessages = async (db: Db, where: Fragment): Promise<ChatMessageView[]> => {
  const rows = await db.many(sql.type(Message)`
    select m.id, m.chat_id as "chatId", m.seq, m.sender_id as "senderId", u.name as "senderName", m.message, m.media,
      m.client_id as "clientId", m.created_at as "createdAt", extract(epoch from now())::float8 * 1000 as now
    from ${db.table(chatMessageRows)} m join ${db.table(chatRows)} c on c.id = m.chat_id
    left join ${db.table(userRows)} u on u.id = m.sender_id
    where m.company_id = ${db.companyId} and ${where}`);
  return rows.map((row) => messageOf(db, row));
};

const messageOf = (db: Db, { now, senderName, media, createdAt, ...row }: z.output<typeof Message>): ChatMessageView => ({
  ...row,
  sender: { id: row.senderId, name: senderName },
  mediaName: media?.name ?? null,
  mediaType: media && chatMediaTypeOf(media.kind),
  mediaUrl: media && db.mediaUrl(media.mediaId, now),
  media: media && mediaViewOf(media, media.thumbnail ? db.mediaUrl(thumbnailId(media.mediaId), now) : null),
  createdAt: createdAt.toISOString(),
});

/** Messages by id, without checking who asks; none of a deleted chat. */
export const chatMessageRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ChatMessageView>> =>
  new Map((await readMessages(db, sql.fragment`m.id = any(${sql.array(ids, 'uuid')})`)).map((one) => [one.id, one]));

/** A page of a chat in order, by number or before a message. Throws Refused ERR_NO_MESSAGE_FOUND. */
export const listMessages = async (
  db: Db,
  chatId: string,
  { pageNumber, before }: { pageNumber: number; before?: string | undefined },
) => {
  const size = limits.pageSize;
  const until = before === undefined ? null : await seqOf(db, chatId, before);
  const page =
    until === null
      ? sql.fragment`order by m.seq desc limit ${size + 1} offset ${(pageNumber - 1) * size}`
      : sql.fragment`and m.seq < ${until} order by m.seq desc limit ${size + 1}`;
  const { records, hasMore } = pageOf(await readMessages(db, sql.fragment`m.chat_id = ${chatId} ${page}`), size);
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select c.seq as count from ${db.table(chatRows)} c where c.company_id = ${db.companyId} and c.id = ${chatId}`);
  return { records: records.reverse(), count, hasMore };
};

const seqOf = async (db: Db, chatId: string, id: string): Promise<number> => {
  const found = await db.maybe(sql.type(z.object({ seq: z.number() }))`
    select m.seq from ${db.table(chatMessageRows)} m where m.company_id = ${db.companyId} and m.chat_id = ${chatId} and m.id = ${id}`);
  if (!found) throw new Refused('ERR_NO_MESSAGE_FOUND');
  return found.seq;
};

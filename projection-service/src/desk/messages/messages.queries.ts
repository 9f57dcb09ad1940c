import {
  automaticKinds,
  limits,
  MediaFacts,
  MediaFailure,
  Mention,
  MessageView,
  mediaTypeOf,
  mediaViewOf,
  Refused,
  summaryOf,
  thumbnailId,
} from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';

const Message = z.object({
  id: z.string(),
  ticketId: z.string().nullable(),
  companyId: z.string(),
  contactId: z.string(),
  contactName: z.string().nullable(),
  body: z.string().nullable(),
  fromMe: z.boolean(),
  ack: z.number(),
  state: z.enum(['failed', 'unsure']).nullable(),
  failure: z.string().nullable(),
  attempt: z.number(),
  isDeleted: z.boolean(),
  isObservation: z.boolean(),
  automatic: z.enum(automaticKinds).nullable(),
  notice: MessageView.shape.notice,
  quotedId: z.string().nullable(),
  quotedBody: z.string().nullable(),
  quotedFromMe: z.boolean().nullable(),
  quotedDeleted: z.boolean().nullable(),
  quotedAuthor: z.string().nullable(),
  quotedHidden: z.boolean().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  signature: z.string().nullable(),
  clientId: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.date(),
  position: z.string(),
  place: MessageView.shape.place,
  contacts: MessageView.shape.contacts,
  call: MessageView.shape.call,
  choice: MessageView.shape.choice,
  line: MessageView.shape.line,
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
  fromPhone: z.boolean(),
  reactions: z.array(z.object({ by: z.string().nullable(), emoji: z.string().nullable() })),
  editedAt: z.date().nullable(),
  quotedPlace: MessageView.shape.place,
  quotedContacts: MessageView.shape.contacts,
  quotedCall: MessageView.shape.call,
  quotedLine: MessageView.shape.line,
  forwarded: z.boolean(),
  waveform: MessageView.shape.waveform,
  context: MessageView.shape.context,
  deleteFailed: z.boolean(),
  quotedMedia: MediaFacts.pick({ kind: true }).nullable(),
  media: MediaFacts.omit({ sha256: true }).extend({ bytes: z.number().nullable() }).nullable(),
  mediaState: z.enum(['coming', 'kept', ...MediaFailure.options]).nullable(),
  mentions: z.array(Mention),
  mentionedNames: z.record(z.string(), z.string().nullable()),
  now: z.number(),
});

/**
 * The fields of a message that are shown until it is deleted; of a quoted one (`p`) only if both belong to one ticket, or it belongs to
 * none.
 */
const unlessGone = (
  of: 'm' | 'p',
  column: 'place' | 'contacts' | 'call' | 'choice' | 'line' | 'media' | 'waveform' | 'context',
) =>
  sql.fragment`case when not ${sql.identifier([of, 'is_deleted'])}
    and (${sql.identifier([of, 'outreach'])} or ${sql.identifier([of, 'ticket_id'])} = m.ticket_id) then ${sql.identifier([of, column])} end`;

/**
 * Whether a quoted message shows its words: only if both messages belong to one ticket. Those who see this ticket may or may not see the
 * older one, and that changes with either. A record that is pushed to all of them can only contain what each of them may see, now and
 * later. All of them see messages sent outside of any ticket.
 */
const told = sql.fragment`(p.outreach or p.ticket_id = m.ticket_id)`;
/** `coalesce` is no leakproof condition: the contacts' index could not be used (kernel/README.md). */
const contactOf = sql.fragment`case when m.contact_id is null then t.contact_id else m.contact_id end`;
const select = (db: Db) => sql.fragment`
  select m.id, case when not m.outreach then m.ticket_id end as "ticketId", m.company_id as "companyId",
    ${contactOf} as "contactId", c.name as "contactName",
    case when m.is_deleted then '' else m.body end as body, m.from_me as "fromMe", m.ack, m.state, m.failure, m.attempt,
    m.is_deleted as "isDeleted", m.is_observation as "isObservation", m.automatic, m.notice, p.id as "quotedId",
    not ${told} as "quotedHidden", p.from_me as "quotedFromMe", p.is_deleted and ${told} as "quotedDeleted",
    case when not ${told} then null when p.is_deleted then '' else p.body end as "quotedBody",
    case when not p.from_me then case when p.author_id is null then c.name else b.name end when ${told} then v.name end as "quotedAuthor", m.user_id as "userId", u.name as "userName", m.signature,
    m.client_id as "clientId", m.read, m.created_at as "createdAt", m.position, case when not m.is_deleted then m.edited_at end as "editedAt",
    ${unlessGone('m', 'place')} as place, ${unlessGone('m', 'contacts')} as contacts, ${unlessGone('m', 'call')} as call,
    ${unlessGone('m', 'line')} as line, ${unlessGone('p', 'line')} as "quotedLine",
    m.author_id as "authorId", a.name as "authorName", m.from_phone as "fromPhone",
    ${unlessGone('m', 'choice')} as choice, case when m.is_deleted then '[]' else m.reactions end as reactions,
    ${unlessGone('p', 'place')} as "quotedPlace", ${unlessGone('p', 'contacts')} as "quotedContacts", ${unlessGone('p', 'call')} as "quotedCall",
    m.forwarded, ${unlessGone('m', 'waveform')} as waveform,
    case when p.id is null or m.context ->> 'kind' <> 'message' then ${unlessGone('m', 'context')} end as context, m.delete_failed as "deleteFailed",
    ${unlessGone('p', 'media')} as "quotedMedia", case when m.is_deleted then null else m.media end as media,
    case when not m.is_deleted then m.media_state end as "mediaState", case when m.is_deleted then '[]' else m.mentions end as mentions,
    coalesce((select jsonb_object_agg(n.id, n.name) from ${db.table(userRows)} n where n.id = any(m.mentioned_ids)), '{}') as "mentionedNames",
    extract(epoch from now())::float8 * 1000 as now
  from ${db.table(messageRows)} m
  left join ${db.table(ticketRows)} t on t.id = m.ticket_id
  left join ${db.table(userRows)} u on u.id = m.user_id
  left join ${db.table(messageRows)} p on p.id = m.quoted_id
  left join ${db.table(userRows)} v on v.id = p.user_id
  left join ${db.table(contactRows)} c on c.id = ${contactOf}
  left join ${db.table(contactRows)} a on a.id = m.author_id
  left join ${db.table(contactRows)} b on b.id = p.author_id`;

const view = (db: Db, row: z.output<typeof Message>): MessageView => {
  const {
    quotedId,
    quotedBody,
    quotedFromMe,
    quotedDeleted,
    quotedAuthor,
    quotedHidden,
    userId,
    userName,
    contactName,
    createdAt,
    quotedPlace,
    quotedContacts,
    quotedCall,
    quotedLine,
    authorId,
    authorName,
    reactions,
    editedAt,
    quotedMedia,
    media,
    mediaState,
    mentions,
    mentionedNames,
    now,
    ...message
  } = row;
  const quoted = summaryOf({
    body: quotedBody,
    place: quotedPlace,
    contacts: quotedContacts,
    call: quotedCall,
    line: quotedLine,
    media: quotedMedia,
  });
  const names = new Map([
    [row.contactId, contactName],
    [authorId, authorName],
  ]);
  return {
    ...message,
    contact: { id: row.contactId, name: contactName },
    author: authorId === null ? null : { id: authorId, name: authorName },
    reactions: reactions.flatMap(({ by, emoji }) =>
      emoji === null ? [] : [{ emoji, fromMe: by === null, name: by === null ? null : (names.get(by) ?? null) }],
    ),
    editedAt: editedAt?.toISOString() ?? null,
    mediaType: media
      ? mediaTypeOf(media.kind)
      : message.place
        ? 'locationMessage'
        : message.contacts
          ? 'vcard'
          : message.call
            ? 'call_log'
            : null,
    mediaUrl: media && mediaState === 'kept' ? db.mediaUrl(media.mediaId, now) : null,
    mediaError: mediaState === 'kept' || mediaState === 'coming' ? null : mediaState,
    media: media && mediaViewOf(media, media.thumbnail ? db.mediaUrl(thumbnailId(media.mediaId), now) : null),
    quotedMsg:
      quotedId === null
        ? null
        : {
            id: quotedId,
            body: quoted.text,
            fromMe: quotedFromMe === true,
            isDeleted: quotedDeleted === true,
            author: quotedAuthor,
            hidden: quotedHidden === true,
            kind: quoted.kind,
          },
    user: userId === null ? null : { id: userId, name: userName },
    mentions: mentions.map(({ userId: id, ...place }) => ({ ...place, user: { id, name: mentionedNames[id] ?? null } })),
    createdAt: createdAt.toISOString(),
  };
};

/** Returns messages by id without checking access. */
export const messageRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, MessageView>> => {
  const rows = await db.many(sql.type(Message)`${select(db)}
    where m.company_id = ${db.companyId} and m.id = any(${sql.array(ids, 'uuid')}) and (m.outreach or t.id is not null)`);
  return new Map(rows.map((row) => [row.id, view(db, row)]));
};

/** The messages of a ticket whose file is stored, newest first, by `before` (a message of the ticket) or by page number. */
export const listMedias = async (
  db: Db,
  ticketId: string,
  { pageNumber, before }: { pageNumber: number; before?: string | undefined },
) => {
  const scope = sql.fragment`m.company_id = ${db.companyId} and m.ticket_id = ${ticketId} and m.media_state = 'kept' and not m.is_deleted`;
  const size = sql.fragment`limit ${limits.pageSize + 1}`;
  const page = before
    ? sql.fragment`and m.position < ${await placeIn(db, ticketId, before)} order by m.position desc ${size}`
    : sql.fragment`order by m.position desc ${size} offset ${(pageNumber - 1) * limits.pageSize}`;
  const rows = await db.many(sql.type(Message)`${select(db)} where ${scope} ${page}`);
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(messageRows)} m where ${scope}`);
  const messages = rows.slice(0, limits.pageSize).map((row) => view(db, row));
  return { messages, hasMore: rows.length > limits.pageSize, count };
};

const placeIn = async (db: Db, ticketId: string, id: string): Promise<string> => {
  const found = await db.maybe(sql.type(Message.pick({ position: true }))`
    select m.position from ${db.table(messageRows)} m where m.company_id = ${db.companyId} and m.ticket_id = ${ticketId} and m.id = ${id}`);
  if (!found) throw new Refused('ERR_NO_MESSAGE_FOUND');
  return found.position;
};

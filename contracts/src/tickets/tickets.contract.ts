import { z } from 'zod';
import { route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { manifest } from '../kernel/manifest.ts';
import { QueueBrief } from '../users/users.contract.ts';
import { conversationEvents, protocolEvents } from './conversation.events.ts';

export const TicketStatus = z.enum(['pending', 'open', 'closed']);
export type TicketStatus = z.output<typeof TicketStatus>;

/** A ticket as every list and screen shows it. Names are joined; null where the person was forgotten. */
export const TicketView = z.object({
  id: f.id,
  uuid: f.id,
  companyId: f.id,
  protocol: z.string(),
  status: TicketStatus,
  userId: f.id.nullable(),
  user: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  queueId: f.id.nullable(),
  queue: QueueBrief.nullable(),
  whatsappId: f.id,
  whatsapp: z.object({ id: f.id, name: z.string() }).nullable(),
  contactId: f.id,
  contact: z.object({
    id: f.id,
    name: z.string().nullable(),
    number: z.string().nullable(),
    profilePicUrl: z.string().nullable(),
  }),
  channel: z.string(),
  lastMessage: z.string(),
  lastMessageFromMe: z.boolean(),
  /** Ack of an own last message; null where it is the customer's or an observation. */
  lastMessageAck: z.number().nullable(),
  lastMessageState: z.enum(['failed', 'unsure']).nullable(),
  lastMessageDeleted: z.boolean(),
  unreadMessages: z.number(),
  isGroup: z.boolean(),
  chatbot: z.boolean(),
  tags: z.array(z.object({ id: f.id, name: z.string(), color: z.string() })),
  company: z.object({ tagForce: z.boolean() }),
  createdAt: f.at,
  updatedAt: f.at,
  closedAt: f.at.nullable(),
});
export type TicketView = z.output<typeof TicketView>;

/** How many tickets a queue and user have in a status; a screen adds up those it shows (`sees`). Closed ones are not counted by user. */
export const TicketCount = z.object({
  queueId: f.id.nullable(),
  userId: f.id.nullable(),
  status: TicketStatus,
  count: z.number(),
});
export type TicketCount = z.output<typeof TicketCount>;

/** What a command on a ticket answers: the ticket's own fields; names of others come by GET or push. */
export const TicketOwn = TicketView.pick({
  id: true,
  uuid: true,
  companyId: true,
  protocol: true,
  status: true,
  userId: true,
  queueId: true,
  whatsappId: true,
  contactId: true,
  channel: true,
}).extend({ tagIds: z.array(f.id) });
export type TicketOwn = z.output<typeof TicketOwn>;

export const HistoryEntry = z.object({
  position: f.position,
  type: z.string(),
  at: f.at,
  actor: z.object({ kind: z.enum(['user', 'customer', 'integration', 'system']), id: z.string(), name: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

const ticketParams = z.object({ ticketId: f.id });

export const ticketRoutes = {
  list: route({
    call: 'GET /tickets',
    may: 'signed-in',
    summary: 'Tickets that the caller sees, newest first. Pages by number, or by `cursor` (keyset) of the reply before.',
    query: f.after.extend({
      /** In the contact's name, number (however written) or e-mail, the protocol, and what was said in the ticket. */
      searchParam: f.search,
      pageNumber: z.coerce.number().int().min(1).max(10_000).default(1),
      cursor: f.text(200).optional(),
      tags: f.idList,
      users: f.idList,
      status: TicketStatus.optional(),
      dateFrom: f.day.optional(),
      dateTo: f.day.optional(),
      /** Created on this day. */
      date: f.day.optional(),
      /** Changed on this day. */
      updatedAt: f.day.optional(),
      /** For administrators: all tickets (the default) or, when false, those of own queues. */
      showAll: f.optionalFlag,
      queueIds: f.idList,
      withUnreadMessages: f.flag,
    }),
    reply: z.object({ tickets: z.array(TicketView), hasMore: z.boolean(), count: z.number(), cursor: z.string().nullable() }),
  }),
  counts: route({
    call: 'GET /tickets/counts',
    may: 'signed-in',
    summary: 'Pending and open tickets that the caller sees, by queue and user.',
    query: f.after,
    reply: z.object({ counts: z.array(TicketCount) }),
  }),
  show: route({
    call: 'GET /tickets/:ticketId',
    may: 'signed-in',
    summary: 'One ticket.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after,
    reply: TicketView,
  }),
  showByUuid: route({
    call: 'GET /tickets/u/:ticketId',
    may: 'signed-in',
    summary: 'One ticket by its uuid, which is its id.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after,
    reply: TicketView,
  }),
  history: route({
    call: 'GET /tickets/:ticketId/history',
    may: 'signed-in',
    summary: 'Every event of the ticket, in order, without secrets.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after,
    reply: z.array(HistoryEntry),
  }),
  create: route({
    call: 'POST /tickets',
    may: 'tickets:serve',
    summary: 'Opens a ticket with a contact, served by the caller (or by `userId`, for administrators) in a queue.',
    body: z.object({
      contactId: f.id,
      queueId: f.id.nullish(),
      userId: f.id.nullish(),
      whatsappId: f.id.nullish(),
      status: z.literal('open').optional(),
    }),
    refuses: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_DEF_WAPP_FOUND',
      'ERR_QUEUE_REQUIRED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_IDENTITY_COLLISION',
      'ERR_NO_COMPANY_FOUND',
    ],
    reply: TicketOwn,
    status: 201,
  }),
  /** Its body means one of accept, return, close, reopen, transfer (ADR 109); one that means two is refused. */
  change: route({
    call: 'PUT /tickets/:ticketId',
    may: 'tickets:serve',
    summary: 'Accepts, returns, closes, reopens or transfers a ticket, as status, queueId and userId tell.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: z.object({ msgAutomatic: f.flag }),
    body: z.object({
      status: TicketStatus.optional(),
      userId: f.id.nullish(),
      queueId: f.id.nullish(),
      kind: f.text(30).nullish(),
      /** Close without asking for a rating. */
      withoutRating: z.boolean().optional(),
    }),
    refuses: [
      'ERR_TRANSITION',
      'ERR_TAG_REQUIRED',
      'ERR_QUEUE_REQUIRED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_COMPANY_FOUND',
    ],
    reply: TicketOwn,
  }),
  tag: route({
    call: 'POST /tags/sync',
    may: 'tickets:serve',
    summary: 'Sets the tags of a ticket, by id.',
    body: z.object({ ticketId: f.id, tags: z.array(z.union([f.id, z.object({ id: f.id }).loose()])).max(50) }),
    refuses: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_TRANSITION', 'ERR_NO_CONTACT_FOUND'],
    reply: TicketOwn,
  }),
  read: route({
    call: 'POST /tickets/:ticketId/read',
    may: 'tickets:serve',
    summary: 'Marks the messages as read, up to and with one of them.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    body: z.object({ upTo: f.id }),
    refuses: ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_CONTACT_FOUND'],
    reply: TicketOwn,
  }),
};

/** What the body of `PUT /tickets/:ticketId` asks for; null where it asks for nothing or for two things. */
export type TicketChange =
  | { do: 'accept' }
  | { do: 'return' }
  | { do: 'close' }
  | { do: 'reopen'; queueId: string | null }
  | { do: 'transfer'; queueId: string | null | undefined; userId: string | null };

/** Reads a change from its body and the ticket's status before it (ADR 109); null where it means nothing or two things. */
export const meaningOf = (
  body: { status?: TicketStatus | undefined; userId?: string | null | undefined; queueId?: string | null | undefined },
  before: TicketStatus,
  callerId: string,
): TicketChange | null => {
  const { status, userId, queueId } = body;
  const foreignUser = userId !== undefined && userId !== null && userId !== callerId;
  if (status === undefined)
    return queueId === undefined && userId === undefined ? null : { do: 'transfer', queueId, userId: userId ?? null };
  if (status === 'open' && before === 'closed') return foreignUser ? null : { do: 'reopen', queueId: queueId ?? null };
  if (status === 'open') return foreignUser || (queueId !== undefined && queueId !== null) ? null : { do: 'accept' };
  if (queueId !== undefined && queueId !== null) return null;
  if (status === 'pending') return userId ? null : { do: 'return' };
  return foreignUser ? null : { do: 'close' };
};

export const tickets = manifest({
  name: 'tickets',
  events: { ...conversationEvents, ...protocolEvents },
  routes: ticketRoutes,
  pushes: {
    ticket: ['update', 'updateUnread', 'delete'],
    ticketCounts: ['update'],
  },
  permissions: {
    'tickets:serve': ['admin', 'supervisor', 'user'],
    'tickets-manager:showall': ['admin'],
    'ticket-options:deleteTicket': ['admin'],
    'ticket-options:kanbanContact': ['admin'],
  },
  errors: {
    ERR_NO_TICKET_FOUND: { status: 404, message: 'Nenhum atendimento encontrado com este número.' },
    ERR_OTHER_OPEN_TICKET: { status: 409, message: 'Já existe um atendimento aberto para este contato.' },
    ERR_CREATING_TICKET: { status: 409, message: 'Não foi possível criar o atendimento.' },
    ERR_TRANSITION: { status: 409, message: 'O atendimento não está em um estado que permita isto.' },
    ERR_TAG_REQUIRED: { status: 409, message: 'Você precisa selecionar uma tag antes.' },
    ERR_QUEUE_REQUIRED: { status: 400, message: 'Selecione uma fila' },
  },
});

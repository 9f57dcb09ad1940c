import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { areMentions } from '../messages/mentions.fields.ts';
import { protocolEvents, ticketEvents } from './conversation.events.ts';
import { bulkRoute, handoverFields, TicketChangeBody, tagList } from './tickets.change.ts';
import { previousRoute } from './tickets.previous.ts';
import {
  HistoryEntry,
  LastTicket,
  QueueWaits,
  TicketCount,
  TicketNews,
  TicketOwn,
  TicketSort,
  TicketStatus,
  TicketView,
  TicketWait,
} from './tickets.views.ts';

const ticketParams = z.object({ ticketId: f.id });

/** The filters and the order of a list of tickets. */
const ticketQuery = f.after.extend({
  /** Matches the contact's name, number (in any format) or e-mail, the protocol, and the messages of the ticket. */
  searchParam: f.search,
  pageNumber: z.coerce.number().int().min(1).max(10_000).default(1),
  cursor: f.text(200).optional(),
  tags: f.idList,
  users: f.idList,
  status: TicketStatus.optional(),
  dateFrom: f.askedDay.optional(),
  dateTo: f.askedDay.optional(),
  /** Created on this day. */
  date: f.askedDay.optional(),
  /** Changed on this day. */
  updatedAt: f.askedDay.optional(),
  /** For administrators: all tickets (the default) or, if false, only those of their own queues. */
  showAll: f.optionalFlag,
  queueIds: f.idList,
  withUnreadMessages: f.flag,
  sort: TicketSort.default('newest'),
  /** Only those whose customer waits for an answer. */
  unanswered: f.flag,
  wait: TicketWait.optional(),
  /** Only snoozed tickets, who comes back first before all; or (false) none of them. Default: all tickets. */
  snoozed: f.optionalFlag,
  /** Only tickets in which this is new to the caller. */
  news: TicketNews.optional(),
});

export const ticketRoutes = {
  list: route({
    call: 'GET /tickets',
    may: 'signed-in',
    summary:
      'Tickets that the caller sees, newest first, unless `sort` says otherwise. Pages by number, or by `cursor` (keyset) of the reply before. Of a search, and of tickets with tags or of days, at most 1,000 are counted: `atLeast` where there may be more.',
    query: ticketQuery,
    reply: z.object({ tickets: z.array(TicketView), hasMore: z.boolean(), ...f.counted.shape, cursor: z.string().nullable() }),
  }),
  total: route({
    call: 'GET /tickets/total',
    may: 'signed-in',
    summary: 'How many tickets `GET /tickets` has with these filters.',
    query: ticketQuery,
    reply: f.counted,
  }),
  lastByContact: route({
    call: 'GET /tickets/lastByContact',
    may: 'signed-in',
    summary: 'Of each of these contacts (at most 100) the ticket that changed last, of those that the caller sees.',
    query: f.after.extend({ contactIds: f.idList.pipe(z.array(z.string()).max(100).default([])) }),
    reply: z.object({ tickets: z.array(LastTicket) }),
  }),
  counts: route({
    call: 'GET /tickets/counts',
    may: 'signed-in',
    summary: 'Pending and open tickets that the caller sees, by queue and user.',
    query: f.after,
    reply: z.object({ counts: z.array(TicketCount) }),
  }),
  waits: route({
    call: 'GET /tickets/waits',
    may: 'signed-in',
    summary:
      'How many pending tickets of each queue that the caller sees are near its limit, or late; and those of the caller’s own queues that became late last.',
    query: f.after,
    reply: z.object({ waits: z.array(QueueWaits), lately: z.array(TicketView) }),
  }),
  show: route({
    call: 'GET /tickets/:ticketId',
    may: 'signed-in',
    looks: { kind: 'past', at: 'ticket' },
    summary:
      'One ticket. `asOf`, for administrators and auditors: as this call answered then (a position, as in `Prosa-Position`, or a time), but for addresses of files.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.asOf,
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
  spy: route({
    call: 'GET /tickets/:ticketId/spy',
    may: 'tickets:spy',
    looks: { kind: 'conversation', at: 'ticket' },
    summary: 'One ticket, for whoever may read its conversation without serving it. Nothing is marked as read.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after,
    reply: TicketView,
  }),
  previous: previousRoute,
  history: route({
    call: 'GET /tickets/:ticketId/history',
    may: 'signed-in',
    looks: { kind: 'history', at: 'ticket' },
    summary: 'Every event of the ticket, in order, without secrets; for administrators and auditors that of a deleted one too.',
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
      'ERR_CHANNEL_CANNOT',
      'ERR_CHECK_NUMBER',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_CREATING_TICKET',
    ],
    reply: TicketOwn,
    status: 201,
  }),
  /** The body means one of accept, return, close, reopen, transfer; a body that means two is refused. */
  change: route({
    call: 'PUT /tickets/:ticketId',
    may: 'tickets:serve',
    summary:
      'Accepts, returns, closes, reopens or transfers a ticket, as status, queueId and userId tell. A transfer may leave its user a note.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    query: z.object({ msgAutomatic: f.flag }),
    body: TicketChangeBody.extend({
      ...handoverFields,
      /** Close so that it can be undone for ten seconds, in which the closing message waits. */
      undoable: z.boolean().optional(),
    }).refine(({ mentions = [], note = '' }) => areMentions(mentions, note), { path: ['mentions'], error: 'Invalid value' }),
    refuses: [
      'ERR_MENTION_UNSEEN',
      'ERR_TRANSITION',
      'ERR_TAG_REQUIRED',
      'ERR_QUEUE_REQUIRED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_USER_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_COMPANY_FOUND',
      'ERR_CONTACT_MERGED',
      'ERR_TICKET_MOVED',
    ],
    reply: TicketOwn,
  }),
  bulk: bulkRoute,
  delete: route({
    call: 'DELETE /tickets/:ticketId',
    may: 'ticket-options:deleteTicket',
    summary: 'Deletes a ticket with its messages and notes: the customer hears nothing, and who writes again gets a new one.',
    params: ticketParams,
    missing: 'ERR_NO_TICKET_FOUND',
    refuses: ['ERR_NO_CONTACT_FOUND'],
    reply: z.null(),
  }),
  tag: route({
    call: 'POST /tags/sync',
    may: 'tickets:serve',
    summary: 'Sets the tags of a ticket, by id.',
    body: z.object({ ticketId: f.id, tags: tagList }),
    refuses: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_TRANSITION', 'ERR_NO_CONTACT_FOUND'],
    reply: TicketOwn,
  }),
};

export const tickets = manifest({
  name: 'tickets',
  events: protocolEvents,
  conversation: ticketEvents,
  routes: ticketRoutes,
  pushes: {
    ticket: ['update', 'updateUnread', 'delete'],
    ticketCounts: ['update'],
  },
  permissions: {
    'tickets:serve': ['admin', 'supervisor', 'user'],
    'tickets-manager:showall': ['admin', 'auditor'],
    'tickets:spy': ['admin', 'auditor'],
    'ticket-options:deleteTicket': ['admin'],
  },
  errors: {
    ERR_NO_TICKET_FOUND: { status: 404, message: 'Nenhum atendimento encontrado com este número.' },
    ERR_TICKET_MOVED: { status: 409, message: 'Este atendimento já foi para outra pessoa ou fila.' },
    ERR_OTHER_OPEN_TICKET: { status: 409, message: 'Já existe um atendimento aberto para este contato.' },
    ERR_CREATING_TICKET: { status: 503, message: 'Não foi possível criar o atendimento.' },
    ERR_TRANSITION: { status: 409, message: 'Isto não é possível no estado atual.' },
    ERR_TAG_REQUIRED: { status: 409, message: 'Você precisa selecionar uma tag antes.' },
    ERR_QUEUE_REQUIRED: { status: 400, message: 'Selecione uma fila' },
  },
});

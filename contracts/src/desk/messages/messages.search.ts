import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { MessageView } from './messages.view.ts';

/** The refusal messages of a message search, by field: literally the specification's. */
export const messageSearchRefusals = {
  dates: 'Por favor, preencha as datas inicio e fim',
  order: f.reversed,
  short: 'Por favor, preencha o texto da mensagem com no mínimo 3 caracteres.',
} as const;

const description = z
  .string()
  .overwrite(visible)
  .min(limits.searchMin, messageSearchRefusals.short)
  .max(200, 'Too Long!')
  .refine(f.storable, 'Invalid text')
  .prefault('');

const fields = z.object({
  /** Days in the company's time zone, both ends included: both or none. */
  dateStart: f.optionalDay,
  dateEnd: f.optionalDay,
  description,
});

const checked = <Fields extends typeof fields>(schema: Fields): Fields =>
  schema.superRefine(({ dateStart, dateEnd }, { addIssue }) => {
    if (!dateStart !== !dateEnd)
      addIssue({ code: 'custom', path: [dateStart ? 'dateEnd' : 'dateStart'], message: messageSearchRefusals.dates });
    if (dateStart && dateEnd && dateStart > dateEnd)
      addIssue({ code: 'custom', path: ['dateStart'], message: messageSearchRefusals.order });
  });

/** The fields of the search form, validated on the screen as on the server. */
export const MessageSearch = checked(fields);
export type MessageSearch = z.input<typeof MessageSearch>;

/** The query of `GET /messages/searchByBody`. */
export const messageSearchQuery = checked(
  fields.extend({ ...f.after.shape, pageNumber: z.coerce.number().int().min(1).max(10_000).default(1) }),
);

/** The newest message of a ticket that has the words, and how many have them. */
export const TicketHit = z.object({ ticketId: f.id, count: z.number(), message: MessageView });
export type TicketHit = z.output<typeof TicketHit>;

/** The calls that tell where in tickets and in a conversation the words of a search are. */
export const hitRoutes = {
  searchByTickets: route({
    call: 'GET /messages/searchByTickets',
    may: 'signed-in',
    summary:
      'Of each of these tickets (at most 100) that the caller sees, the newest message with a text, and how many messages have it. Tickets without it are left out.',
    query: f.after.extend({ description, ticketIds: f.idList.pipe(z.array(z.string()).max(100).default([])) }),
    reply: z.object({ hits: z.array(TicketHit) }),
  }),
  searchInTicket: route({
    call: 'GET /messages/:ticketId/search',
    may: 'signed-in',
    looks: { kind: 'conversation', at: 'ticket' },
    summary:
      'The ids of the messages with a text in the conversation of a ticket, as `GET /messages/:ticketId` lists it, newest first; at most 1,000.',
    params: z.object({ ticketId: f.id }),
    missing: 'ERR_NO_TICKET_FOUND',
    query: f.after.extend({ description }),
    reply: z.object({ messageIds: z.array(f.id) }),
  }),
};

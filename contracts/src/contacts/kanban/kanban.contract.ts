import { z } from 'zod';
import { TicketStatus } from '../../desk/tickets/tickets.views.ts';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { cardEvents } from './kanban.events.ts';
import { centsOf } from './money.ts';

/** The first lane as calls name it: it holds the cards without a tag. */
export const FIRST_LANE = '0';
/** The first lane in reports. */
export const NO_LANE = 'Em aberto';
/** The name of the report as a file. */
export const kanbanFile = 'relatorio_kanban.csv';

const lane = z.union([z.literal(FIRST_LANE), f.id]);
/** Money is a decimal with a point. Null: not given. */
const money = z.number().nullable();

/** A contact's unfinished ticket, or else the last one. */
export const CardTicket = z.object({
  id: f.id,
  protocol: z.string(),
  status: TicketStatus,
  /** Since when the customer waits for an attendant; null: nobody waits. */
  waitingSince: f.at.nullable(),
});
export type CardTicket = z.output<typeof CardTicket>;

/** A card of the board. Names and texts are null if the person was forgotten. */
export const CardView = z.object({
  /** The contact's. */
  id: f.id,
  companyId: f.id,
  /** Null: the first lane. */
  tagId: f.id.nullable(),
  /** Orders a lane, the highest first: the position of the event that brought the card there. */
  place: f.position,
  contact: z.object({
    id: f.id,
    name: z.string().nullable(),
    number: z.string().nullable(),
    profilePicUrl: z.string().nullable(),
  }),
  /** Who has the contact's unfinished ticket, or else had the last one. */
  user: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  ticket: CardTicket.nullable(),
  observation: z.string().nullable(),
  budgetedValue: money,
  negotiatedValue: money,
  description: z.string().nullable(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type CardView = z.output<typeof CardView>;
/** The reply to commands. */
const CardBrief = CardView.pick({ id: true, tagId: true });

/** A lane with the sums of all its cards, also of those on later pages. */
export const LaneView = z.object({
  /** Null: the first lane. */
  tagId: f.id.nullable(),
  /** Null: the first lane, which has no name of its own. */
  name: z.string().nullable(),
  color: z.string(),
  count: z.number().int(),
  budgetedValue: z.number(),
  negotiatedValue: z.number(),
  /** Where its next cards begin; null: there are none. */
  cursor: z.string().nullable(),
});
export type LaneView = z.output<typeof LaneView>;

/** What a push says of a lane: its number of cards, and their sums in cents. */
export const LaneTally = z.object({
  tagId: f.id.nullable(),
  count: z.number().int(),
  budgeted: z.number().int(),
  negotiated: z.number().int(),
});
export type LaneTally = z.output<typeof LaneTally>;

export const KanbanReportRow = z.object({
  id: f.id,
  name: z.string().nullable(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  tagId: f.id.nullable(),
  /** The name of the lane. */
  board: z.string(),
  budgetedValue: money,
  negotiatedValue: money,
  createdAt: f.at,
});
export type KanbanReportRow = z.output<typeof KanbanReportRow>;

export const KanbanReport = z.object({
  /** The newest first. */
  report: z.array(KanbanReportRow),
  /** Of all rows, also of those on later pages. */
  total: z.object({ count: z.number().int(), budgetedValue: z.number(), negotiatedValue: z.number() }),
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
});
export type KanbanReport = z.output<typeof KanbanReport>;

const period = z.object({ dateStart: f.optionalDay, dateEnd: f.optionalDay });
/** The days of the report, validated on the screen as on the server. */
export const KanbanPeriod = f.inDayPair(period, 'dateStart', 'dateEnd');
export type KanbanPeriod = z.input<typeof KanbanPeriod>;
const reported = period.extend({
  /** A lane; without it all cards. */
  tagId: z
    .union([z.literal(''), lane])
    .optional()
    .transform((value) => value || undefined),
});

/** An amount such as 1234.56, as a number or a text; null or blank: none. It becomes integer cents. */
const amount = z
  .union([z.number(), z.string().max(20, 'Too Long!'), z.null()], { error: 'Invalid value' })
  .transform((value, { addIssue }) => {
    if (value === null || value === '') return null;
    const cents = centsOf(String(value));
    if (cents === null) addIssue({ code: 'custom', message: 'Invalid value' });
    return cents;
  });
const text = (max: number) =>
  f
    .text(max)
    .nullable()
    .transform((value) => value?.trim() || null);
export const cardForm = z
  .object({
    observation: text(limits.automaticTextMax),
    budgetedValue: amount,
    negotiatedValue: amount,
    description: text(500),
  })
  .partial();

/** The form's name is the contact's: it is checked, and not sent. */
export const cardName = z
  .string({ error: 'Obrigatório' })
  .trim()
  .min(1, 'Obrigatório')
  .min(3, 'Mensagem muito curta')
  .max(limits.name.max, 'Too Long!');

const may = 'kanban:use';
const missing = 'ERR_NO_CARD_FOUND';

export const kanbanRoutes = {
  list: route({
    call: 'GET /kanban/contacts',
    may,
    auditors: true,
    summary:
      'The cards of the board, those last moved first: of each lane the first ones, or the next ones of the lane `tagId` (0: the first lane) from its `cursor` on. Found by the name or number of the contact, by the attendant (`none`: nobody) and by tags of the contact’s tickets.',
    query: z.object({
      searchParam: f.search,
      userIds: f.idList,
      tagIds: f.idList,
      tagId: lane.optional(),
      cursor: f.position.refine(f.isStorablePosition, 'Invalid cursor').optional(),
      ...f.after.shape,
    }),
    reply: z.object({ cards: z.array(CardView), lanes: z.array(LaneView) }),
  }),
  show: route({
    call: 'GET /kanban/:id',
    may,
    auditors: true,
    summary: 'One card; its id is the contact’s.',
    params: f.idParam,
    missing,
    query: f.after,
    reply: CardView,
  }),
  add: route({
    call: 'POST /kanban',
    may: 'ticket-options:kanbanContact',
    summary: 'Adds a contact to the first lane of the board; one that has a card keeps it as it is.',
    body: z.object({ contactId: f.id }),
    refuses: ['ERR_NO_CONTACT_FOUND'],
    reply: CardBrief,
    status: 201,
  }),
  change: route({
    call: 'PUT /kanban/:id',
    may,
    summary: 'Changes the texts and values of a card; its name is the contact’s and ignored here.',
    params: f.idParam,
    missing,
    body: cardForm,
    reply: CardBrief,
  }),
  move: route({
    call: 'PUT /kanban/cardMove/:laneId/:cardId',
    may,
    summary: 'Moves a card into a lane; lane 0 is the first one.',
    params: z.object({ laneId: lane, cardId: f.id }),
    missing,
    refuses: ['ERR_NO_TAG_FOUND'],
    reply: CardBrief,
  }),
  delete: route({
    call: 'DELETE /kanban/cardDelete/:id',
    may,
    summary: 'Removes a card from the board; the contact stays.',
    params: f.idParam,
    missing,
    reply: z.null(),
  }),
  report: route({
    call: 'GET /kanban/report/list',
    may,
    auditors: true,
    summary: 'Cards added in a period, of one lane or of all, with the sums of their values. Page by page with `cursor`.',
    query: f.inDayPair(reported.extend({ cursor: f.text(1_000).optional(), ...f.after.shape }), 'dateStart', 'dateEnd'),
    reply: KanbanReport,
  }),
  reportFile: route({
    call: 'GET /kanban/report/csv',
    may,
    auditors: true,
    summary: 'The same report, whole, as a file for spreadsheets.',
    query: f.inDayPair(reported.extend(f.after.shape), 'dateStart', 'dateEnd'),
    reply: z.string(),
    type: 'text/csv',
  }),
};

/** The board: contacts on their way through a company's lanes. */
export const kanban = manifest({
  name: 'kanban',
  events: cardEvents,
  routes: kanbanRoutes,
  pushes: { card: ['create', 'update', 'delete'], laneTally: ['update'] },
  permissions: { [may]: ['admin', 'supervisor'], 'ticket-options:kanbanContact': ['admin', 'supervisor'] },
  errors: { [missing]: { status: 404, message: 'Nenhum card encontrado com este número.' } },
});

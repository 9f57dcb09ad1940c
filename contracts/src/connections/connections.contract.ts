import { z } from 'zod';
import { event, type FactOf, route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';

export const ChannelName = z.enum(['simulator', 'whatsapp', 'facebook', 'instagram']);
export type ChannelName = z.output<typeof ChannelName>;
export const ConnectionStatus = z.enum(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED']);

const connection = z.object({
  name: f.name,
  channel: ChannelName.default('simulator'),
  isDefault: z.boolean().default(false),
  queueIds: z.array(f.id).max(200).default([]),
  greetingMessage: f.automaticText,
  complationMessage: f.automaticText,
  outOfHoursMessage: f.automaticText,
  ratingMessage: f.automaticText,
  provider: f.text(30).default('beta'),
});

const token = z.string().min(20, 'Too Short!').max(200, 'Too Long!').refine(f.storable, 'Invalid text').nullish();
const body = connection.extend({ token });
/** Changes name only what they change: no default may fill in. */
const changes = z
  .object({
    ...body.shape,
    isDefault: z.boolean(),
    queueIds: z.array(f.id).max(200),
    greetingMessage: f.text(4096),
    complationMessage: f.text(4096),
    outOfHoursMessage: f.text(4096),
    ratingMessage: f.text(4096),
  })
  .omit({ channel: true, provider: true })
  .partial();

/** Stream `connections-{companyId}`: one is the default. Of a token only the SHA-256 (hex) is kept. */
export const connectionEvents = {
  ConnectionCreated: event(
    'ConnectionCreated',
    connection.extend({ connectionId: f.id, status: ConnectionStatus, tokenHash: z.string().nullable() }),
  ),
  ConnectionChanged: event(
    'ConnectionChanged',
    changes.omit({ token: true }).extend({ connectionId: f.id, tokenHash: z.string().nullish() }),
  ),
  ConnectionStatusChanged: event('ConnectionStatusChanged', z.object({ connectionId: f.id, status: ConnectionStatus })),
  ConnectionDeleted: event('ConnectionDeleted', z.object({ connectionId: f.id })),
};
export type ConnectionFact = FactOf<typeof connectionEvents>;

export const ConnectionView = connection.extend({
  id: f.id,
  companyId: f.id,
  status: ConnectionStatus,
  createdAt: f.at,
  updatedAt: f.at,
});
export type ConnectionView = z.output<typeof ConnectionView>;

/** One connection by itself: with its pending and open tickets, which are closed where it is deleted. */
export const ConnectionDetail = ConnectionView.extend({ unfinishedTickets: z.number().int() });

export const connectionRoutes = {
  list: route({
    call: 'GET /whatsapp',
    may: 'signed-in',
    summary: 'All connections of the own company (attendants see name and status to write from).',
    query: f.after.extend({ session: f.text(20).optional(), companyId: f.id.optional() }),
    reply: z.array(ConnectionView),
  }),
  show: route({
    call: 'GET /whatsapp/:id',
    may: 'connections:read',
    summary: 'One connection, with how many unfinished tickets it has.',
    params: f.idParam,
    missing: 'ERR_NO_WAPP_FOUND',
    query: f.after.extend({ session: f.text(20).optional() }),
    reply: ConnectionDetail,
  }),
  create: route({
    call: 'POST /whatsapp',
    may: 'connections:write',
    summary: 'Adds a connection.',
    body,
    refuses: ['ERR_PLAN_LIMIT', 'ERR_WAPP_GREETING_REQUIRED', 'ERR_NO_QUEUE_FOUND'],
    reply: ConnectionView,
    status: 201,
  }),
  change: route({
    call: 'PUT /whatsapp/:id',
    may: 'connections:write',
    summary: 'Changes a connection.',
    params: f.idParam,
    missing: 'ERR_NO_WAPP_FOUND',
    body: changes,
    refuses: ['ERR_NO_OTHER_WHATSAPP', 'ERR_WAPP_GREETING_REQUIRED', 'ERR_NO_QUEUE_FOUND'],
    reply: ConnectionView,
  }),
  delete: route({
    call: 'DELETE /whatsapp/:id',
    may: 'connections:write',
    summary: 'Deletes a connection and closes its tickets; never the default one: another must be made that first.',
    params: f.idParam,
    missing: 'ERR_NO_WAPP_FOUND',
    refuses: ['ERR_NO_OTHER_WHATSAPP'],
    reply: z.null(),
  }),
};

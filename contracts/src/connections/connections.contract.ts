import { z } from 'zod';
import { event, type FactOf, route, unchanged } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';
import { changesOf, recordOf } from '../kernel/record.ts';

export const ChannelName = z.enum(['simulator', 'whatsapp', 'facebook', 'instagram']);
export type ChannelName = z.output<typeof ChannelName>;
export const ConnectionStatus = z.enum(['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED']);
export type ConnectionStatus = z.output<typeof ConnectionStatus>;
/** Of a session: go on or try again, begin anew with new credentials (a new QR code), log out. */
export const SessionAsk = z.enum(['start', 'renew', 'end']);
export type SessionAsk = z.output<typeof SessionAsk>;

const fields = z.object({
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
/** A channel stays what it is. */
const changes = changesOf(fields).omit({ channel: true, provider: true });

/** Stream `connections-{companyId}`: one is the default. Of a token only the SHA-256 (hex) is kept. */
export const connectionEvents = {
  ConnectionCreated: event(
    'ConnectionCreated',
    fields.extend({ connectionId: f.id, status: ConnectionStatus, tokenHash: z.string().nullable() }),
  ),
  ConnectionChanged: event('ConnectionChanged', changes.extend({ connectionId: f.id, tokenHash: z.string().nullish() })),
  /** As its session told. `sequence` orders what a session tells; what another part of Prosa set has none. */
  ConnectionStatusChanged: event(
    'ConnectionStatusChanged',
    z.object({
      connectionId: f.id,
      status: ConnectionStatus,
      reason: z.string().nullish(),
      until: z.string().nullish(),
      account: z.string().nullish(),
      sequence: z.number().optional(),
    }),
    2,
    [unchanged],
  ),
  /** The last one holds. `id` tells two of the same from one that is heard twice. */
  ConnectionSessionAsked: event(
    'ConnectionSessionAsked',
    z.object({ connectionId: f.id, asked: z.object({ id: f.id, ask: SessionAsk }) }),
  ),
  ConnectionDeleted: event('ConnectionDeleted', z.object({ connectionId: f.id })),
};
export type ConnectionFact = FactOf<typeof connectionEvents>;

const connection = recordOf(
  {
    name: 'connections',
    kind: 'connection',
    version: 2,
    channel: 'whatsapp',
    base: '/whatsapp',
    fields,
    kept: z.object({ status: ConnectionStatus }),
    set: 'connections',
    orderBy: ['name'],
    may: { read: 'connections:read', write: 'connections:write' },
    refuses: ['ERR_WAPP_GREETING_REQUIRED', 'ERR_NO_QUEUE_FOUND'],
    permissions: { 'connections:read': ['admin'], 'connections:write': ['admin'] },
    missing: 'ERR_NO_WAPP_FOUND',
    errors: {
      ERR_NO_WAPP_FOUND: { status: 404, message: 'Nenhuma conexão encontrada com este número.' },
      ERR_NO_OTHER_WHATSAPP: { status: 409, message: 'Deve haver pelo menos um WhatsApp padrão.' },
      ERR_NO_DEF_WAPP_FOUND: { status: 409, message: 'Nenhum WhatsApp padrão encontrado. Verifique a página de conexões.' },
      ERR_WAPP_NOT_INITIALIZED: {
        status: 409,
        message: 'Esta sessão ainda não foi iniciada. Verifique a página de conexões.',
      },
      ERR_WAPP_GREETING_REQUIRED: {
        status: 400,
        message: 'A mensagem de saudação é obrigatória quando há mais de uma fila.',
      },
    },
  },
  {
    idField: 'connectionId',
    events: {
      created: connectionEvents.ConnectionCreated,
      changed: connectionEvents.ConnectionChanged,
      deleted: connectionEvents.ConnectionDeleted,
    },
  },
);
export const ConnectionView = connection.view;
export type ConnectionView = z.output<typeof ConnectionView>;
/** What a screen is pushed where a session shows another code, or none any more (empty); it is in no event. Not pushed again: GET has it. */
export const ShownSession = z.object({ id: f.id, status: ConnectionStatus, qrcode: z.string(), retries: z.number().int() });
export type ShownSession = z.output<typeof ShownSession>;
/** One connection by itself: with its pending and open tickets, which are closed where it is deleted. */
export const ConnectionDetail = ConnectionView.extend({ unfinishedTickets: z.number().int() });

/** Noted when answered, and done soon after: how it went is the connection's status. */
const sessionRoute = <Verb extends 'POST' | 'PUT' | 'DELETE'>(verb: Verb, summary: string) =>
  route({
    call: `${verb} /whatsappsession/:id`,
    may: 'connections:write',
    summary,
    params: f.idParam,
    missing: 'ERR_NO_WAPP_FOUND',
    reply: z.null(),
  });

/** Channel connections; the tickets of a deleted one are closed by the reactors. Of a token only the SHA-256 (hex) is kept. */
export const connections = {
  ...connection,
  events: connectionEvents,
  /** `whatsappSession`: what a connection shows to link a device with, as `ShownSession`, to administrators alone. */
  pushes: { ...connection.pushes, whatsappSession: ['update'] } as const,
  routes: {
    list: route({
      call: 'GET /whatsapp',
      may: 'signed-in',
      summary: 'All connections of the own company (attendants see name and status to write from).',
      query: f.after.extend({ session: f.text(20).optional(), companyId: f.id.optional() }),
      reply: z.array(ConnectionView),
    }),
    ...connection.routes,
    show: {
      ...connection.routes.show,
      summary: 'One connection, with how many unfinished tickets it has.',
      query: f.after.extend({ session: f.text(20).optional() }),
      reply: ConnectionDetail,
    },
    create: {
      ...connection.routes.create,
      body: fields.extend({ token }),
      refuses: ['ERR_PLAN_LIMIT', ...connection.routes.create.refuses],
    },
    change: {
      ...connection.routes.change,
      body: changes.extend({ token }),
      refuses: ['ERR_NO_OTHER_WHATSAPP', ...connection.routes.change.refuses],
    },
    delete: {
      ...connection.routes.delete,
      summary: 'Deletes a connection and closes its tickets; never the default one: another must be made that first.',
      refuses: ['ERR_NO_OTHER_WHATSAPP'],
    },
    startSession: sessionRoute('POST', 'Asks the session of a connection to go on, or to try again.'),
    renewSession: sessionRoute(
      'PUT',
      'Asks the session of a connection to begin anew, with a new QR code where the channel has one.',
    ),
    endSession: sessionRoute('DELETE', 'Asks the session of a connection to log out.'),
  },
};

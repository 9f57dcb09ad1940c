import { z } from 'zod';
import { MessageTemplate } from '../../desk/messages/templates.contract.ts';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { recordOf } from '../../kernel/record.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { QueueBrief } from '../../people/users/users.contract.ts';
import {
  AccountNews,
  ChannelName,
  ConnectionStatus,
  connectionChanges,
  connectionEvents,
  connectionFields,
} from './connections.events.ts';

export {
  AccountNews,
  ChannelName,
  type ConnectionFact,
  ConnectionStatus,
  connectionEvents,
  SessionAsk,
  SessionAsked,
} from './connections.events.ts';

/** The placeholder of a token, of which only the hash exists; sent back, it changes nothing. */
export const HIDDEN_TOKEN = '*'.repeat(20);
/** Null or blank: none. No two connections have the same one, whosever they are. */
const token = f
  .text(limits.token.max)
  .refine((value) => value === '' || value.length >= limits.token.min, 'Too Short!')
  .nullish();
/** A secret of the account: `HIDDEN_TOKEN` leaves it as it is. */
const secret = f.text(4_096).overwrite(visible).nullish();
const accountId = z
  .string()
  .overwrite(visible)
  .max(40, 'Too Long!')
  .refine((value) => /^\d*$/.test(value), 'Invalid')
  .nullish();

const connection = recordOf(
  {
    name: 'connections',
    kind: 'connection',
    version: 6,
    channel: 'whatsapp',
    base: '/whatsapp',
    fields: connectionFields,
    kept: z.object({
      status: ConnectionStatus,
      /** Why its session is in that status, as a word, and until when. */
      reason: z.string().nullable(),
      until: z.string().nullable(),
      /** The account that the channel reports: a number, or the name of a page. */
      session: z.string().nullable(),
      /** The channel's last report on the account; null: none yet. */
      accountNews: AccountNews.nullable(),
      kind: ChannelName,
      /** `HIDDEN_TOKEN` if it has one. */
      token: z.string().nullable(),
      /** The account of WhatsApp Cloud API. */
      phoneNumberId: z.string().nullable(),
      wabaId: z.string().nullable(),
      /** `HIDDEN_TOKEN` where the gateway keeps one. */
      accessToken: z.string().nullable(),
      appSecret: z.string().nullable(),
    }),
    counted: z.object({ queues: z.array(QueueBrief) }),
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
      ERR_NO_PAGE_FOUND: { status: 409, message: 'Nenhuma página desta pessoa pode ser conectada.' },
      ERR_ACCOUNT_IN_USE: { status: 409, message: 'Esta conta já está em outra conexão.' },
      ERR_META_STATE: {
        status: 409,
        message: 'Esta entrada com a Meta não começou aqui, ou há mais de uma hora. Comece de novo.',
      },
      ERR_META_CODE: { status: 409, message: 'A Meta não aceita mais esta entrada. Entre de novo.' },
      ERR_META_PERMISSION: { status: 409, message: 'Falta permissão para enviar e receber mensagens das páginas.' },
      ERR_CHANNEL_SILENT: { status: 502, message: 'O canal não respondeu. Tente de novo em instantes.' },
      ERR_WINDOW_CLOSED: {
        status: 409,
        message: 'O cliente escreveu há mais de 24 horas: o canal não entrega mais mensagens comuns.',
      },
      ERR_CHANNEL_CANNOT: { status: 409, message: 'Este canal não permite isso.' },
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
/**
 * Pushed to a screen when a session shows a new code, or none any more (empty); no event contains it. It is not pushed again: GET returns
 * it.
 */
export const ShownSession = z.object({
  id: f.id,
  status: ConnectionStatus,
  qrcode: z.string(),
  retries: z.number().int(),
  /** The code to type into the phone, if that was asked for. */
  pairingCode: z.string().nullish(),
  /** Until when the code is valid; another one follows, or none. */
  codeUntil: z.string().nullish(),
});
export type ShownSession = z.output<typeof ShownSession>;
/**
 * A single connection, with the number of its pending and open tickets, which are closed if it is deleted; and the code that it shows to
 * link a device (empty: none), with the number of codes before it.
 */
export const ConnectionDetail = ConnectionView.extend({
  unfinishedTickets: z.number().int(),
  ...ShownSession.omit({ id: true, status: true }).shape,
});
/** The answer of a command: what clients send, without the token. */
const ConnectionOwn = connectionFields.extend(
  ConnectionView.pick({ id: true, companyId: true, status: true, createdAt: true, updatedAt: true }).shape,
);

/** A phone number in any spelling. */
const typedNumber = f.text(60);

const pagesOf = z.enum(['facebook', 'instagram']);
const ConnectedPages = z.object({
  connections: z.array(z.object({ id: f.id, name: z.string() })),
  left: z.array(z.object({ name: z.string(), code: z.string() })),
});
/** The path of the app to which Meta returns who has signed in, in a window of its own. */
export const META_RETURN = '/connections/meta';

/** The request is recorded before the call is answered and carried out soon after: the connection's status shows the result. */
const sessionRoute = <Verb extends 'POST' | 'PUT' | 'DELETE'>(verb: Verb, summary: string) =>
  route({
    call: `${verb} /whatsappsession/:id`,
    may: 'connections:write',
    summary,
    params: f.idParam,
    missing: 'ERR_NO_WAPP_FOUND',
    reply: z.null(),
  });

/** Channel connections; reactors close the tickets of a deleted one. Only the SHA-256 (hex) of a token is stored. */
export const connections = {
  ...connection,
  events: connectionEvents,
  /** `whatsappSession`: what a connection shows to link a device, as `ShownSession`, only to administrators. */
  pushes: { ...connection.pushes, whatsappSession: ['update'] } as const,
  routes: {
    list: route({
      call: 'GET /whatsapp',
      may: 'signed-in',
      summary: 'All connections of the own company, which attendants see too. Secrets are masked.',
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
      summary:
        'Creates a connection. Channel left out: `whatsapp` in production, else `simulator`. An account of WhatsApp Cloud API (`provider` `cloud`) is checked on the channel first.',
      body: connectionFields.extend({
        channel: ChannelName.exclude(['sample']).optional(),
        token,
        phoneNumberId: accountId,
        wabaId: accountId,
        accessToken: secret,
        appSecret: secret,
      }),
      reply: ConnectionOwn,
      refuses: ['ERR_PLAN_LIMIT', 'ERR_CHANNEL_SILENT', ...connection.routes.create.refuses],
    },
    change: {
      ...connection.routes.change,
      body: connectionChanges.extend({ token, accessToken: secret, appSecret: secret }),
      reply: ConnectionOwn,
      refuses: ['ERR_NO_OTHER_WHATSAPP', 'ERR_CHANNEL_SILENT', ...connection.routes.change.refuses],
    },
    delete: {
      ...connection.routes.delete,
      summary: 'Deletes a connection and closes its tickets; never the default one: another must be made that first.',
      refuses: ['ERR_NO_OTHER_WHATSAPP'],
    },
    connectPages: route({
      call: 'POST /facebook',
      may: 'connections:write',
      summary:
        'Connects the pages, or the accounts of Instagram, of a person who signed in with Meta: one connection each. A page that has one keeps it and gets the new token. `left`: those that could not be connected, with the code of the reason.',
      body: z.object({
        facebookUserId: f.text(100),
        facebookUserToken: f.text(4_096).overwrite(visible).min(1, 'Required'),
        kind: pagesOf,
      }),
      refuses: ['ERR_PLAN_LIMIT', 'ERR_CHANNEL_SILENT', 'ERR_NO_PAGE_FOUND', 'ERR_ACCOUNT_IN_USE', 'ERR_NO_WAPP_FOUND'],
      reply: ConnectedPages,
      status: 201,
    }),
    metaDialog: route({
      call: 'POST /facebook/dialog',
      may: 'connections:write',
      summary:
        'The address at which the caller signs in with Meta, for an hour. Null if the operator has not set up an app at Meta. Meta returns the person to `/connections/meta` with `code` and `state`, which `POST /facebook/sign-in` takes.',
      body: z.object({ kind: pagesOf }),
      refuses: ['ERR_CHANNEL_SILENT'],
      reply: z.object({ url: z.string().nullable() }),
    }),
    connectSignedIn: route({
      call: 'POST /facebook/sign-in',
      may: 'connections:write',
      summary: 'As `POST /facebook`, by the code with which Meta returned the caller, once.',
      body: z.object({
        code: f.text(4_096).overwrite(visible).min(1, 'Required'),
        state: f.text(500).overwrite(visible).min(1, 'Required'),
        kind: pagesOf,
      }),
      refuses: [
        'ERR_META_STATE',
        'ERR_META_CODE',
        'ERR_META_PERMISSION',
        'ERR_PLAN_LIMIT',
        'ERR_CHANNEL_SILENT',
        'ERR_NO_PAGE_FOUND',
        'ERR_ACCOUNT_IN_USE',
        'ERR_NO_WAPP_FOUND',
      ],
      reply: ConnectedPages,
      status: 201,
    }),
    templates: route({
      call: 'POST /whatsapp/:id/templates',
      may: 'tickets:serve',
      summary: 'A page of the approved message templates of a connection, asked of its channel. `next` from the answer before.',
      params: f.idParam,
      missing: 'ERR_NO_WAPP_FOUND',
      body: z.object({ next: f.text(1_000).nullish() }),
      refuses: ['ERR_CHANNEL_CANNOT', 'ERR_CHANNEL_SILENT', 'ERR_WAPP_NOT_INITIALIZED'],
      reply: z.object({ templates: z.array(MessageTemplate), next: z.string().nullable() }),
    }),
    startSession: {
      ...sessionRoute(
        'POST',
        'Asks the session of a connection to go on, or to try again. `number`: of the phone to be linked, which gets a code to type besides the QR code.',
      ),
      body: z.object({ number: typedNumber.nullish() }).nullish(),
    },
    renewSession: sessionRoute(
      'PUT',
      'Asks the session of a connection to begin anew, with a new QR code where the channel has one.',
    ),
    endSession: sessionRoute('DELETE', 'Asks the session of a connection to log out.'),
  },
};

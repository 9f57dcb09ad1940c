import { z } from 'zod';
import { event, type FactOf, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';

/** The signed head of a company's log (infra/verify). */
export const AuditHead = z.object({
  /** The name of the log. */
  origin: z.string(),
  /** The installation's public key for it, to be kept beside exports. */
  key: z.string(),
  /** How many events it has. */
  size: z.number().int(),
  signedAt: f.at,
  /** The head as a signed note, after the proof that an older one is its beginning, if that was asked for: a file to keep. */
  text: z.string(),
});
export type AuditHead = z.output<typeof AuditHead>;

const tickets = z.array(f.id).min(1).max(limits.exportTickets);

/** Streams `export-{exportId}`. Who exports what is written down before anything is handed out. */
export const exportEvents = {
  ExportRequested: event(
    'ExportRequested',
    z.object({
      exportId: f.id,
      /** Null: everything of the company. */
      ticketIds: tickets.nullable(),
      /** The language of the page that people read. */
      language: z.enum(['pt', 'en', 'es']),
    }),
  ),
  /** A user took the package, or began to: once for each hour in which that happens. */
  ExportFetched: event('ExportFetched', z.object({ exportId: f.id })),
};
export type ExportFact = FactOf<typeof exportEvents>;

const language = z.enum(['pt', 'en', 'es']).default('pt');
/** Some tickets, or everything of the company. */
export const ExportRequest = z.union([
  z.strictObject({ ticketIds: tickets, language }),
  z.strictObject({ kind: z.literal('company'), language }),
]);
export type ExportRequest = z.output<typeof ExportRequest>;

/** An export in the list of its company. */
export const ExportSummary = z.object({
  id: f.id,
  /** `waiting`: it is being made, or waits for its turn; `failed`: it cannot be made. */
  status: z.enum(['waiting', 'ready', 'failed']),
  /** How many tickets it has; null: everything of the company. */
  tickets: z.number().int().nullable(),
  /** Events that are in it so far, and how many it will have; null until that is known. */
  done: z.number().int(),
  events: z.number().int().nullable(),
  /** Size of the finished package in bytes. */
  bytes: z.number().int().nullable(),
  /** Who asked for it; null if the user is not there any more. */
  user: z.object({ id: f.id, name: z.string() }).nullable(),
  createdAt: f.at,
});
export type ExportSummary = z.output<typeof ExportSummary>;

export const exportRoutes = {
  request: route({
    call: 'POST /exports',
    may: 'exports:make',
    summary:
      'Begins an export of tickets (`ticketIds`), or, for administrators, of everything of the company (`kind`: `company`): their events, files, a page to read, and the proof of all of it. The answer comes before it is made.',
    body: ExportRequest,
    refuses: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
    reply: z.object({ id: f.id }),
    status: 202,
  }),
  list: route({
    call: 'GET /exports',
    may: 'exports:make',
    summary:
      "The company's exports of the last seven days, or those that contain a ticket, the newest first. Auditors see and fetch those of tickets.",
    query: z.object({ ticketId: f.id.optional() }),
    reply: z.object({ exports: z.array(ExportSummary) }),
  }),
  fetch: route({
    call: 'GET /exports/:id',
    may: 'exports:make',
    summary:
      'The export as a ZIP, for seven days; that it was fetched is stored before the first byte. While it is being made the answer is 202 with its id; ask again some seconds later.',
    params: f.idParam,
    missing: 'ERR_NO_EXPORT_FOUND',
    refuses: ['ERR_EXPORT_FAILED'],
    reply: z.string(),
    type: 'application/zip',
  }),
  head: route({
    call: 'GET /audit/head',
    may: 'exports:make',
    summary:
      "The newest signed head of the company's log, with the proof that the log of `old` events is its beginning. Whoever keeps heads can show later that nothing was cut off or rewritten.",
    query: z.object({ old: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
    refuses: ['ERR_LOG_SIZE', 'ERR_LOG_DIFFERS'],
    reply: AuditHead,
  }),
};

/** What a company exports with a proof. */
export const exports = manifest({
  name: 'exports',
  events: exportEvents,
  routes: exportRoutes,
  /** Auditors export tickets, never the whole company: that is refused by the call. */
  permissions: { 'exports:make': ['admin', 'auditor'] },
  errors: {
    ERR_NO_EXPORT_FOUND: { status: 404, message: 'Nenhuma exportação encontrada.' },
    ERR_EXPORT_FAILED: {
      status: 409,
      message:
        'A exportação não pôde ser feita: eventos demais, um atendimento que não existe, ou um erro que se repetiu. Exporte menos atendimentos, ou tente de novo.',
    },
    ERR_LOG_SIZE: { status: 400, message: 'O registro ainda não tem tantos eventos.' },
    ERR_LOG_DIFFERS: {
      status: 409,
      message: 'O registro não confere com o último topo assinado. Avise quem opera a instalação.',
    },
  },
});

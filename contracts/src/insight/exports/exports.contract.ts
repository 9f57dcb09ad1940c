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
};
export type ExportFact = FactOf<typeof exportEvents>;

const language = z.enum(['pt', 'en', 'es']).default('pt');
/** Some tickets, or everything of the company. */
export const ExportRequest = z.union([
  z.strictObject({ ticketIds: tickets, language }),
  z.strictObject({ kind: z.literal('company'), language }),
]);
export type ExportRequest = z.output<typeof ExportRequest>;

/** What a company exports with a proof. */
export const exports = manifest({
  name: 'exports',
  events: exportEvents,
  routes: {
    request: route({
      call: 'POST /exports',
      may: 'exports:make',
      summary:
        'Begins an export of tickets (`ticketIds`), or of everything of the company (`kind`: `company`): their events, files, a page to read, and the proof of all of it. The answer comes before it is made.',
      body: ExportRequest,
      refuses: ['ERR_NO_TICKET_FOUND'],
      reply: z.object({ id: f.id }),
      status: 202,
    }),
    fetch: route({
      call: 'GET /exports/:id',
      may: 'exports:make',
      summary:
        'The export as a ZIP, for seven days. While it is being made the answer is 202 with its id; ask again some seconds later.',
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
  },
  permissions: { 'exports:make': ['admin'] },
  errors: {
    ERR_NO_EXPORT_FOUND: { status: 404, message: 'Nenhuma exportação encontrada.' },
    ERR_EXPORT_FAILED: {
      status: 409,
      message: 'A exportação não pôde ser feita: eventos demais, ou um atendimento que não existe. Exporte menos atendimentos.',
    },
    ERR_LOG_SIZE: { status: 400, message: 'O registro ainda não tem tantos eventos.' },
    ERR_LOG_DIFFERS: {
      status: 409,
      message: 'O registro não confere com o último topo assinado. Avise quem opera a instalação.',
    },
  },
});

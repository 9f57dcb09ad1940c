import { z } from 'zod';
import { event, type FactOf, route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';

/** Spreadsheets have at most so many sheets. */
const MOST_SHEETS = 254;

const column = z
  .number()
  .int()
  .min(0)
  .max(limits.importColumns - 1);
/** Which column of the file holds what, counted from 0. */
export const ImportColumns = z.object({ name: column, number: column, email: column.nullish().transform((at) => at ?? null) });
export type ImportColumns = z.output<typeof ImportColumns>;

/** The result of a row, or of its dry run. Those after `repeated` are refused rows. */
export const ImportResult = z.enum([
  'created',
  'existing',
  'repeated',
  'name-missing',
  'name-length',
  'number-missing',
  'number-invalid',
  'number-rounded',
  'email-invalid',
]);
export type ImportResult = z.output<typeof ImportResult>;

/**
 * `read`: waits for its columns; `checking`: a dry run, `checked` when it is over; `importing`, and `finished` when every row has its
 * result. `cancelling`: the rows under way come to their end; `cancelled`: the others have no result.
 */
export const ImportStatus = z.enum(['read', 'checking', 'checked', 'importing', 'cancelling', 'finished', 'cancelled']);
export type ImportStatus = z.output<typeof ImportStatus>;

/** Streams `import-{importId}`. The rows are no events: they are kept apart until they are forgotten. */
export const importEvents = {
  ImportStarted: event('ImportStarted', z.object({ importId: f.id, dryRun: z.boolean(), columns: ImportColumns })),
  ImportCancelled: event('ImportCancelled', z.object({ importId: f.id })),
};
export type ImportFact = FactOf<typeof importEvents>;

/** An import in the list of its company. */
export const ImportSummary = z.object({
  id: f.id,
  status: ImportStatus,
  file: z.string(),
  /** Rows with content, without the header. */
  rows: z.number(),
  /** Rows that have their result. */
  done: z.number(),
  counts: z.object({ created: z.number(), existing: z.number(), repeated: z.number(), refused: z.number() }),
  /** The list to which the rows are added; null: they become contacts. */
  contactListId: f.id.nullable(),
  /** The user who sent the file; null if not known (any more). */
  user: z.object({ id: f.id, name: z.string() }).nullable(),
  createdAt: f.at,
});
export type ImportSummary = z.output<typeof ImportSummary>;

export const ImportView = ImportSummary.extend({
  /** As chosen, or as the header names them; null if it does not. */
  columns: ImportColumns.nullable(),
  /** The names of the columns; null for a file whose first line is a row. */
  header: z.array(z.string()).nullable(),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  /** The names of the file's sheets, and the index of the one that was read; a text file has one without a name. */
  sheets: z.array(z.string()),
  sheet: z.number(),
});
export type ImportView = z.output<typeof ImportView>;

export const ImportLine = z.object({
  /** As a spreadsheet counts it. */
  line: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  result: ImportResult,
  /** The line that holds the same number. */
  repeats: z.number().nullable(),
});
export type ImportLine = z.output<typeof ImportLine>;

export const ImportForm = z.object({ preview: f.flag });
/** What a call that takes a spreadsheet accepts: `sheet` asks for another than the first with content. */
export const importFile = {
  query: z.object({ sheet: z.coerce.number().int().min(0).max(MOST_SHEETS).optional() }),
  upload: { maxBytes: limits.importBytes, kinds: ['document'], many: false, form: ImportForm },
} as const;
export const uploadRefusals = [
  'ERR_IMPORT_UNREADABLE',
  'ERR_IMPORT_ENCRYPTED',
  'ERR_IMPORT_DAMAGED',
  'ERR_IMPORT_HUGE',
  'ERR_IMPORT_EMPTY',
  'ERR_IMPORT_ROWS',
  'ERR_TOO_LARGE',
] as const;
const one = { params: f.idParam, missing: 'ERR_NO_IMPORT_FOUND' } as const;

export const importRoutes = {
  upload: route({
    call: 'POST /contacts/import',
    may: 'contacts:write',
    summary:
      'Reads a spreadsheet (field `file`): .xlsx, .xls or .csv; of several sheets the first with content, or the one asked for. A header with name and number starts the import at once, unless `preview` is set; otherwise it waits for its columns.',
    ...importFile,
    refuses: uploadRefusals,
    reply: ImportView,
    status: 201,
  }),
  list: route({
    call: 'GET /imports',
    may: 'contacts:write',
    summary: 'The imports of the last days into the contacts, or into a list, the newest first.',
    query: z.object({ contactListId: f.id.optional() }),
    reply: z.object({ imports: z.array(ImportSummary) }),
  }),
  show: route({
    call: 'GET /imports/:id',
    may: 'contacts:write',
    summary: 'An import: its progress, the counts of its results, and its first rows.',
    ...one,
    reply: ImportView,
  }),
  lines: route({
    call: 'GET /imports/:id/lines',
    may: 'contacts:write',
    summary: 'Rows with their results in order, 100 at a time: all, or those that are not created (`warned`).',
    ...one,
    query: z.object({ afterLine: z.coerce.number().int().min(0).default(0), warned: f.flag }),
    reply: z.object({ lines: z.array(ImportLine), hasMore: z.boolean() }),
  }),
  report: route({
    call: 'GET /imports/:id/report',
    may: 'contacts:write',
    summary: 'The result of each row, as a file for spreadsheets.',
    ...one,
    query: z.object({ language: z.enum(['pt', 'en', 'es']).default('pt') }),
    reply: z.string(),
    type: 'text/csv',
  }),
  confirm: route({
    call: 'POST /imports/:id/confirm',
    may: 'contacts:write',
    summary: 'Starts an import with these columns, or a dry run, which changes nothing.',
    ...one,
    body: z.object({ columns: ImportColumns, dryRun: z.boolean().default(false) }),
    refuses: ['ERR_IMPORT_STARTED'],
    reply: ImportView,
  }),
  cancel: route({
    call: 'POST /imports/:id/cancel',
    may: 'contacts:write',
    summary: 'Ends a run. The contacts that it has made remain; a dry run can be started again.',
    ...one,
    refuses: ['ERR_IMPORT_OVER'],
    reply: ImportView,
  }),
};

export const imports = manifest({
  name: 'imports',
  events: importEvents,
  routes: importRoutes,
  pushes: {},
  permissions: {},
  errors: {
    ERR_NO_IMPORT_FOUND: { status: 404, message: 'Nenhuma importação encontrada.' },
    ERR_IMPORT_UNREADABLE: { status: 400, message: 'Não foi possível ler o arquivo. Envie uma planilha .xlsx, .xls ou .csv.' },
    ERR_IMPORT_ENCRYPTED: { status: 400, message: 'A planilha tem senha. Salve uma cópia sem senha e envie essa cópia.' },
    ERR_IMPORT_DAMAGED: { status: 400, message: 'A planilha está danificada. Abra-a, salve de novo e envie outra vez.' },
    ERR_IMPORT_HUGE: { status: 400, message: 'A planilha é grande demais para ser lida. Divida-a em partes ou salve como .csv.' },
    ERR_IMPORT_EMPTY: { status: 400, message: 'O arquivo não tem linhas.' },
    ERR_IMPORT_ROWS: { status: 400, message: 'O arquivo tem mais de 100.000 linhas. Divida-o em partes.' },
    ERR_IMPORT_STARTED: { status: 409, message: 'Esta importação já começou.' },
    ERR_IMPORT_OVER: { status: 409, message: 'Esta importação já terminou.' },
  },
});

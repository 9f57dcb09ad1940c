import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CSV_BOM, csvLine, grants, type ImportColumns, importResultText, importTexts, Refused, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { importing } from './import.decider.ts';
import { importRows, type Stored } from './import.rows.ts';
import { uploadCalls } from './import.uploads.ts';
import { importViews } from './import.views.ts';
import { importMigrations } from './imports.migrations.ts';
import { runImports } from './imports.reactors.ts';

const LINES = 100;
/** Lines of the report that are read at once. */
const REPORTED = 1_000;

const calls = (app: App, deps: Deps): void => {
  const { handle } = deps;
  const rows = importRows(deps);
  const { list, view, lines: linesOf } = importViews(rows, deps.referenceData);

  const start = async (doer: CommandIdentity, importId: string, columns: ImportColumns, dryRun: boolean): Promise<bigint> => {
    const { position, revision } = await handle({
      ...doer,
      decider: importing,
      stream: `import-${importId}`,
      missing: 'ERR_NO_IMPORT_FOUND',
      command: { do: 'start import', importId, dryRun, columns },
    });
    await rows.run(importId, revision, { dryRun, columns });
    return position;
  };

  /** An import that the caller may see: lists are for administrators. Throws Refused ERR_NO_IMPORT_FOUND. */
  const seen = async (caller: Caller, id: string): Promise<Stored> => {
    const found = await rows.stored(caller.companyId, id);
    if (!found || (found.contact_list_id !== null && !grants('contact-lists:write', caller)))
      throw new Refused('ERR_NO_IMPORT_FOUND');
    return found;
  };

  uploadCalls(app, deps, { rows, start, view });

  commandRoute(app, deps, routes.imports.confirm, async ({ params: { id }, body: { columns, dryRun }, principal, identity }) => {
    await seen(principal, id);
    const position = await start(identity, id, columns, dryRun);
    return { position, reply: await view(principal.companyId, id) };
  });

  commandRoute(app, deps, routes.imports.cancel, async ({ params: { id }, principal, identity }) => {
    await seen(principal, id);
    const { position } = await handle({
      ...identity,
      decider: importing,
      stream: `import-${id}`,
      missing: 'ERR_NO_IMPORT_FOUND',
      command: async () => {
        const status = (await rows.stored(principal.companyId, id))?.status;
        return { do: 'cancel import' as const, importId: id, isRunning: status === 'checking' || status === 'importing' };
      },
    });
    await rows.cancel(id);
    return { position, reply: await view(principal.companyId, id) };
  });

  implement<typeof routes.imports.list, Caller>(app, routes.imports.list, async ({ principal, query: { contactListId } }) => {
    if (contactListId !== undefined && !grants('contact-lists:write', principal)) throw new Refused('ERR_NO_PERMISSION');
    return { imports: await list(principal.companyId, contactListId ?? null) };
  });

  implement<typeof routes.imports.show, Caller>(app, routes.imports.show, async ({ params, principal }) => {
    await seen(principal, params.id);
    return view(principal.companyId, params.id);
  });

  implement<typeof routes.imports.lines, Caller>(app, routes.imports.lines, async ({ params, query, principal }) => {
    const held = await seen(principal, params.id);
    if (!held.columns) return { lines: [], hasMore: false };
    const lines = await linesOf(held.id, held.columns, query.afterLine, LINES + 1, query.warned);
    return { lines: lines.slice(0, LINES), hasMore: lines.length > LINES };
  });

  implement<typeof routes.imports.report, Caller>(app, routes.imports.report, async ({ params, query, principal, reply }) => {
    const { id, columns, contact_list_id: contactListId } = await seen(principal, params.id);
    const { language } = query;
    const into = contactListId === null ? 'contacts' : 'list';
    const text = async function* () {
      yield CSV_BOM + csvLine(importTexts[language].columns);
      for (let last = 0; columns; ) {
        const page = await linesOf(id, columns, last, REPORTED);
        yield page
          .map((row) => csvLine([String(row.line), row.name, row.number, row.email, importResultText(language, row, into)]))
          .join('');
        if (page.length < REPORTED) return;
        last = page.at(-1)!.line;
      }
    };
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="importacao.csv"')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(text(), { objectMode: false }));
    await finished(reply.raw).catch(() => undefined);
    return reply;
  });
};

/** The import of contacts from spreadsheets, and into lists. */
export const imports: Feature = { name: 'imports', routes: calls, reactors: [runImports], migrations: importMigrations };

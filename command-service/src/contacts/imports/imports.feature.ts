import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import {
  CSV_BOM,
  csvLine,
  derivedId,
  type ImportColumns,
  ImportForm,
  importResultText,
  importTexts,
  newId,
  Refused,
  routes,
} from '@prosa/contracts';
import { checked, implement, keyedMutex } from '@prosa/infra/runtime';
import { type CommandIdentity, idempotencyKey } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { createStaging } from '../../media/staging.ts';
import { importing } from './import.decider.ts';
import { importRows } from './import.rows.ts';
import { importViews } from './import.views.ts';
import { importMigrations } from './imports.migrations.ts';
import { runImports } from './imports.reactors.ts';
import { createIntake } from './intake.ts';

const LINES = 100;
/** Lines of the report that are read at once. */
const REPORTED = 1_000;

const calls = (app: App, deps: Deps): void => {
  const { handle, commandOf } = deps;
  const rows = importRows(deps);
  const { list, view, lines: linesOf } = importViews(rows, deps.referenceData);
  const inTurn = keyedMutex();
  const intake = createIntake({ rows, staging: createStaging(deps), vault: deps.vault });

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

  implement<typeof routes.imports.upload, Caller>(app, routes.imports.upload, async ({ principal, query, upload, request }) => {
    if (!upload) throw noFile();
    const { companyId, userId } = principal;
    const doer = commandOf(principal, request, null);
    const id = idempotencyKey(request) === null ? newId() : derivedId(doer.commandId, 'import');
    // A form that is sent twice at once is one import: the second waits, and finds the first's.
    return inTurn(id, async () => {
      const before = await rows.stored(companyId, id);
      let columns: ImportColumns | null | undefined;
      const form = await upload.each(async (file) => {
        if (before) for await (const _ of file.bytes);
        else columns = await intake({ companyId, userId, id, file, sheet: query.sheet ?? null });
      });
      if (before) return view(companyId, id);
      if (columns === undefined) throw noFile();
      const { preview } = checked(ImportForm, form);
      if (!preview && columns) await start({ ...doer, commandId: derivedId(doer.commandId, 'start') }, id, columns, false);
      return view(companyId, id);
    });
  });

  commandRoute(app, deps, routes.imports.confirm, async ({ params: { id }, body: { columns, dryRun }, principal, identity }) => {
    if (!(await rows.stored(principal.companyId, id))) throw new Refused('ERR_NO_IMPORT_FOUND');
    const position = await start(identity, id, columns, dryRun);
    return { position, reply: await view(principal.companyId, id) };
  });

  commandRoute(app, deps, routes.imports.cancel, async ({ params: { id }, principal, identity }) => {
    if (!(await rows.stored(principal.companyId, id))) throw new Refused('ERR_NO_IMPORT_FOUND');
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

  implement<typeof routes.imports.list, Caller>(app, routes.imports.list, async ({ principal }) => ({
    imports: await list(principal.companyId),
  }));

  implement<typeof routes.imports.show, Caller>(app, routes.imports.show, ({ params, principal }) =>
    view(principal.companyId, params.id),
  );

  implement<typeof routes.imports.lines, Caller>(app, routes.imports.lines, async ({ params, query, principal }) => {
    const held = await rows.stored(principal.companyId, params.id);
    if (!held) throw new Refused('ERR_NO_IMPORT_FOUND');
    if (!held.columns) return { lines: [], hasMore: false };
    const lines = await linesOf(held.id, held.columns, query.afterLine, LINES + 1, query.warned);
    return { lines: lines.slice(0, LINES), hasMore: lines.length > LINES };
  });

  implement<typeof routes.imports.report, Caller>(app, routes.imports.report, async ({ params, query, principal, reply }) => {
    const held = await rows.stored(principal.companyId, params.id);
    if (!held) throw new Refused('ERR_NO_IMPORT_FOUND');
    const { id, columns } = held;
    const { language } = query;
    const text = async function* () {
      yield CSV_BOM + csvLine(importTexts[language].columns);
      for (let last = 0; columns; ) {
        const page = await linesOf(id, columns, last, REPORTED);
        yield page
          .map((row) => csvLine([String(row.line), row.name, row.number, row.email, importResultText(language, row)]))
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

const noFile = (): Refused => new Refused('ERR_VALIDATION', { fields: { file: 'Required' } });

/** The import of contacts from spreadsheets. */
export const imports: Feature = { name: 'imports', routes: calls, reactors: [runImports], migrations: importMigrations };

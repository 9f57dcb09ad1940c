import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { conversationOf, conversationStream, derivedId, type ExportSummary, Refused, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { companyOf } from '../audit-tree/growing.ts';
import { exporting } from './export.decider.ts';
import { exportRows, type ListedExport } from './export.rows.ts';
import { exportMigrations } from './exports.migrations.ts';
import { runExports, signHeads } from './exports.reactors.ts';
import { auditHeads } from './heads.ts';

const HOUR_MS = 60 * 60_000;

const summaryOf = (row: ListedExport, name: string | null | undefined): ExportSummary => ({
  id: row.id,
  status: row.status,
  tickets: row.tickets,
  done: row.done,
  events: row.events,
  bytes: row.size === null ? null : Number(row.size),
  user: name == null ? null : { id: row.user_id, name },
  createdAt: row.created_at.toISOString(),
});

const calls = (app: App, deps: Deps): void => {
  const heads = auditHeads(deps);
  const rows = exportRows(deps);

  const isOf = async (companyId: string, stream: string): Promise<boolean> => {
    for await (const first of deps.store.readRaw(stream, { max: 1 })) return companyOf(first) === companyId;
    return false;
  };
  /** Throws Refused ERR_NO_TICKET_FOUND unless each ticket is in a conversation of the company. Whether it exists the export itself finds. */
  const assertOwn = async (companyId: string, ticketIds: readonly string[]): Promise<void> => {
    for (const key of new Set(ticketIds.map(conversationOf)))
      if (key === null || !(await isOf(companyId, conversationStream(key)))) throw new Refused('ERR_NO_TICKET_FOUND');
  };

  commandRoute(app, deps, routes.exports.request, async ({ body, principal, identity }) => {
    const ticketIds = 'ticketIds' in body ? [...new Set(body.ticketIds)] : null;
    if (ticketIds === null && principal.profile !== 'admin') throw new Refused('ERR_NO_PERMISSION');
    if (ticketIds) await assertOwn(principal.companyId, ticketIds);
    const exportId = derivedId(identity.commandId, 'export');
    const { position } = await deps.handle({
      ...identity,
      decider: exporting,
      stream: `export-${exportId}`,
      missing: 'ERR_NO_EXPORT_FOUND',
      command: { do: 'request export', exportId, ticketIds, language: body.language },
    });
    await rows.begin({ exportId, companyId: principal.companyId, userId: principal.userId, ticketIds });
    return { position, reply: { id: exportId } };
  });

  implement<typeof routes.exports.list, Caller>(app, routes.exports.list, async ({ principal, query }) => {
    const { companyId } = principal;
    const listing = rows.list(companyId, query.ticketId ?? null, principal.profile === 'admin');
    const [found, users] = await Promise.all([listing, deps.referenceData.users(companyId)]);
    return { exports: found.map((row) => summaryOf(row, users.get(row.user_id)?.name)) };
  });

  /** Stores who takes a package: once for each of them and hour, since a download may be repeated. */
  const noteFetch = (caller: Caller, request: Parameters<Deps['commandOf']>[1], exportId: string): Promise<unknown> => {
    const { actor, companyId } = deps.commandOf(caller, request);
    const hour = Math.floor(deps.clock().getTime() / HOUR_MS);
    return deps.turns.run('person', companyId, () =>
      deps.handle({
        commandId: derivedId(exportId, `fetched:${actor.id}:${hour}`),
        actor,
        companyId,
        decider: exporting,
        stream: `export-${exportId}`,
        missing: 'ERR_NO_EXPORT_FOUND',
        command: { do: 'fetch export', exportId },
      }),
    );
  };

  implement<typeof routes.exports.fetch, Caller>(
    app,
    routes.exports.fetch,
    async ({ params: { id }, principal, request, reply }) => {
      const found = await rows.find(principal.companyId, id);
      if (!found || (found.tickets === null && principal.profile !== 'admin')) throw new Refused('ERR_NO_EXPORT_FOUND');
      if (found.status === 'failed') throw new Refused('ERR_EXPORT_FAILED');
      const opened = found.parcel === null ? null : await deps.parcels.open(found.parcel);
      if (!opened) {
        if (found.parcel !== null) throw new Refused('ERR_NO_EXPORT_FOUND');
        reply
          .status(202)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify({ id }));
        return reply;
      }
      await noteFetch(principal, request, id);
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="exportacao-${id.slice(0, 8)}.zip"`)
        .header('content-length', String(opened.size))
        .type('application/zip')
        .send(Readable.from(opened.read(), { objectMode: false }));
      await finished(reply.raw).catch(() => undefined);
      return reply;
    },
  );

  implement<typeof routes.exports.head, Caller>(app, routes.exports.head, ({ principal, query }) =>
    heads.show(principal.companyId, query.old),
  );
};

/** What a company exports with a proof (infra/verify). */
export const exports: Feature = {
  name: 'exports',
  routes: calls,
  reactors: [signHeads, runExports],
  migrations: exportMigrations,
};

import { exportEvents, limits } from '@prosa/contracts';
import { pause } from '@prosa/infra/runtime';
import { defineReactor } from '../../kernel/reactor.ts';
import { createExportJob } from './export.job.ts';
import { exportRows } from './export.rows.ts';
import { auditHeads } from './heads.ts';

/** How often the logs are signed: what was changed before the next head, nobody else can show. */
const EVERY_MS = 5 * 60_000;
const KEPT_MS = limits.exportDays * 24 * 60 * 60_000;

/** Makes exports, of a company one at a time; one that was cut off is made again at the next start. */
export const runExports = defineReactor({
  name: 'exports',
  streams: ['export-'],
  events: [exportEvents.ExportRequested],
  concurrency: { total: 2, perCompany: 1 },
  start: (tools) => {
    const run = createExportJob(tools, exportRows(tools), auditHeads(tools));
    return {
      command: async ({ data, meta: { companyId, actor, position, at } }) => {
        // Where the reactor begins anew it meets exports that were deleted long ago.
        if (tools.clock().getTime() - at.getTime() < KEPT_MS) await run({ ...data, companyId, actor, position });
      },
    };
  },
});

/** Signs the heads of all logs again and again, and deletes the packages that are too old. */
export const signHeads = defineReactor({
  name: 'audit-heads',
  streams: [],
  events: [],
  start: (tools) => {
    const heads = auditHeads(tools);
    const rows = exportRows(tools);
    return {
      beside: async (signal) => {
        while (!signal.aborted) {
          await heads
            .signGrown(signal)
            .then(rows.expire)
            .catch((err: unknown) => tools.log.warn({ err }, 'the logs of events could not be signed, trying again'));
          await pause(EVERY_MS, signal);
        }
      },
    };
  },
});

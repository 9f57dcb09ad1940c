import { type Inbound, topics } from '@prosa/contracts';
import { type Bus, type Logger, pause, type WakeSignal } from '@prosa/infra/runtime';
import type { Connection } from '../channels/provider.port.ts';
import { type FetchTools, fetchOnce } from './fetch.attempt.ts';
import type { FetchEnd, FetchResult, FetchTable, HandedFetch } from './fetch.table.ts';

/** Maximum number of concurrent downloads of one connection. */
const CONCURRENCY = 3;
/** Poll interval, in case a notification was lost. */
const POLL_MS = 30_000;
const AGAIN_MS = 250;

/**
 * Downloads the files of one connection's customers while its lease is held, independently of its messages, so that a slow file delays
 * none. Everything that must outlive the process is in the table; a repeated download stores the same bytes under the same id.
 */
export const fetchFiles = async (context: {
  connection: Connection;
  table: FetchTable;
  tools: FetchTools;
  bus: Pick<Bus, 'publish'>;
  wake: WakeSignal;
  held: () => boolean;
  lost: AbortSignal;
  log: Logger;
}): Promise<void> => {
  const { connection, table, tools, bus, wake, held, lost, log } = context;
  /** Rows whose result is not written yet. */
  const flying = new Map<string, HandedFetch>();
  const running = new Set<Promise<void>>();
  let results: FetchResult[] = [];

  const settle = async (): Promise<void> => {
    // More results may arrive during the write.
    const ended = [...results];
    if (ended.length === 0) return;
    await table.settle(ended);
    results = results.slice(ended.length);
    for (const one of ended) flying.delete(nameOf(one));
  };
  const tell = async (): Promise<void> => {
    const ends = await table.untold();
    if (ends.length === 0) return;
    await bus.publish(ends.map((end) => ({ topic: topics.inbound, key: end.conversation, value: endOf(connection, end) })));
    await table.told(ends);
  };
  const begin = (row: HandedFetch): void => {
    flying.set(nameOf(row), row);
    const done: Promise<void> = fetchOnce(row, tools, lost)
      .then((result) => {
        results.push(result);
        wake.wake();
      })
      .finally(() => running.delete(done));
    running.add(done);
  };
  /** Milliseconds until there is work. */
  const work = async (): Promise<number> => {
    await settle();
    const { inMs, ends } = await table.look([...flying.values()]);
    if (ends) await tell();
    const room = CONCURRENCY - running.size;
    if (inMs === null || room <= 0) return POLL_MS;
    if (inMs > 0) return inMs;
    if (!held()) return AGAIN_MS;
    const rows = await table.claim(room, [...flying.values()]);
    for (const row of rows) begin(row);
    return rows.length > 0 ? 0 : AGAIN_MS;
  };

  while (!lost.aborted) {
    try {
      const ms = await work();
      if (ms > 0) await wake.wait(Math.min(ms + 1, POLL_MS), lost);
    } catch (err) {
      if (!lost.aborted) log.warn({ err, connectionId: connection.id }, 'cannot fetch files, retrying');
      await pause(AGAIN_MS, lost);
    }
  }
  await Promise.all(running);
  // Has an effect only if no other owner took over: interrupted downloads continue at once, and their try is not counted.
  await settle().catch((err: unknown) => log.warn({ err, connectionId: connection.id }, 'results of downloads were not written'));
};

const nameOf = ({ mediaId, attempt }: { mediaId: string; attempt: number }): string => `${mediaId} ${attempt}`;

const endOf = ({ id: connectionId }: Connection, { companyId, messageId, attempt, facts, reason, at }: FetchEnd): Inbound => ({
  kind: 'media',
  companyId,
  connectionId,
  messageId,
  attempt,
  media: facts,
  reason,
  at: at.toISOString(),
});

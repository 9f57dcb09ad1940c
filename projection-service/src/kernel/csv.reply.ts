import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CSV_BOM, csvLine } from '@prosa/contracts';
import type { FastifyReply } from 'fastify';

/**
 * Answers with a file for spreadsheets, written at the speed of who takes it: `lines` may read page by page. A failure on the way breaks
 * the connection, so that no shortened file passes for a whole one.
 */
export const sendCsv = async (
  reply: FastifyReply,
  name: string,
  head: readonly string[],
  lines: () => AsyncGenerator<string>,
): Promise<FastifyReply> => {
  const text = async function* () {
    yield CSV_BOM + csvLine(head);
    yield* lines();
  };
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(text(), { objectMode: false }));
  // The call counts for its company until the file is taken.
  await finished(reply.raw).catch(() => undefined);
  return reply;
};

import { csvLine, marketingFiles, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import { sendCsv } from '../../kernel/csv.reply.ts';
import type { Asker, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import type { Period } from '../dashboard/period.ts';
import { answered, timeIn, withTotals } from '../reports/reports.export.ts';
import { leadsOf, marketingPeriod, quantitiesOf, totalOf } from './marketing.queries.ts';

/** Contacts of one query: few enough for memory and time, however many there are. */
const PAGE = 1_000;
const { syntheticFile, analyticalFile } = routes.marketing;

/** Registers the reports as files. */
export const marketingFileRoutes = (app: ReadServer, reader: Reader): void => {
  implement<typeof syntheticFile, Asker>(app, syntheticFile, async ({ principal, query, reply }) => {
    const sources = await answered(reader, reply, principal, query.after, async (db) =>
      quantitiesOf(db, await marketingPeriod(db, query), query),
    );
    const rows = sources.map(({ name, quantity }) => [name, quantity]);
    return sendCsv(reply, marketingFiles.synthetic, ['Nome', 'Quantidade'], () => withTotals(rows, ['Total']));
  });
  implement<typeof analyticalFile, Asker>(app, analyticalFile, async ({ principal, query, reply }) => {
    const { mediaId } = query;
    const { companyId, period, total } = await answered(reader, reply, principal, query.after, async (db) => {
      const of = await marketingPeriod(db, query);
      return { companyId: db.companyId, period: of, total: totalOf(await quantitiesOf(db, of, query)) };
    });
    return sendCsv(reply, marketingFiles.analytical, ['Nome do contato', 'Número', 'Rede social', 'Data'], async function* () {
      yield* linesOf(reader, companyId, period, mediaId);
      yield csvLine(['Total', String(total), '', '']);
    });
  });
};

const linesOf = async function* (reader: Reader, companyId: string, period: Period, mediaId: string | undefined) {
  const time = timeIn(period.zone);
  let cursor: string | undefined;
  do {
    const asked = { mediaId, cursor };
    const { result } = await reader.query({ companyId }, (db) => leadsOf(db, period, asked, PAGE));
    yield result.rows
      .map(({ contact_name, number, social_network, data }) => csvLine([contact_name, number, social_network, time(data)]))
      .join('');
    cursor = result.cursor ?? undefined;
  } while (cursor !== undefined);
};

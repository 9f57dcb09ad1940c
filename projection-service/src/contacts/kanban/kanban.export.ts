import { amountOf, csvLine, kanbanFile, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import { sendCsv } from '../../kernel/csv.reply.ts';
import type { Asker, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import { type ReportedCard, reportedCards, reportPeriodOf, reportTotal } from './kanban.report.ts';

/** Cards of one query: few enough for memory and time, however many there are. */
const PAGE = 1_000;
const HEAD = ['Nome', 'Número', 'Descrição', 'Quadro', 'Valor orçado', 'Valor negociado'];

/** Registers the report as a file for spreadsheets, read page by page, with the sums in its last line. */
export const reportFileRoute = (app: ReadServer, reader: Reader): void =>
  implement<typeof routes.kanban.reportFile, Asker>(app, routes.kanban.reportFile, async ({ principal, query, reply }) => {
    if (!principal) throw new Refused('ERR_UNAUTHENTICATED');
    const { companyId } = principal;
    const { after, ...asked } = query;
    const { result, position } = await reader.query({ companyId, ...(after !== undefined && { after }) }, async (db) => {
      const period = await reportPeriodOf(db, asked);
      return { period, total: await reportTotal(db, period, asked) };
    });
    answerPosition(reply, position);
    return sendCsv(reply, kanbanFile, HEAD, async function* () {
      let cursor: string | undefined;
      do {
        const of = { ...asked, ...(cursor !== undefined && { cursor }) };
        const page = (await reader.query({ companyId }, (db) => reportedCards(db, result.period, of, PAGE))).result;
        yield page.rows.map(lineOf).join('');
        cursor = page.cursor ?? undefined;
      } while (cursor !== undefined);
      const { budgeted, negotiated } = result.total;
      yield csvLine(['Total geral', '', '', '', amountOf(budgeted), amountOf(negotiated)]);
    });
  });

const lineOf = ({ name, number, description, board, budgetedCents, negotiatedCents }: ReportedCard): string =>
  csvLine([
    name,
    number,
    description,
    board,
    ...[budgetedCents, negotiatedCents].map((cents) => (cents === null ? '' : amountOf(cents))),
  ]);

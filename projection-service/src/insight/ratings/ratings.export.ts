import { csvLine, NO_QUEUE, type RatingFigures, type RatingGroup, type RatingRow, ratingFiles, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import { sendCsv } from '../../kernel/csv.reply.ts';
import type { Asker, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import type { Period } from '../dashboard/period.ts';
import { answered, dayOf, NOBODY, timeIn } from '../reports/reports.export.ts';
import { type AskedComments, commentsOf, ratingPeriod, ratingsOf } from './ratings.queries.ts';

/** Comments of one query: few enough for memory and time, however many there are. */
const PAGE = 1_000;
const NAMES: Record<RatingGroup, string> = { attendant: 'Atendente', queue: 'Fila', day: 'Dia' };
const FIGURES = ['Pedidas', 'Avaliações', 'Responderam (%)', 'Muito satisfeito', 'Satisfeito', 'Insatisfeito', 'Média'];
const { file, commentsFile } = routes.ratings;

/** Registers the reports as files. */
export const ratingFileRoutes = (app: ReadServer, reader: Reader): void => {
  implement<typeof file, Asker>(app, file, async ({ principal, query, reply }) => {
    const { by } = query;
    const { rows, total } = await answered(reader, reply, principal, query.after, async (db) =>
      ratingsOf(db, await ratingPeriod(db, query), query, by),
    );
    return sendCsv(reply, ratingFiles.figures, [NAMES[by], ...FIGURES], async function* () {
      for (const row of rows) yield csvLine([nameOf(row, by), ...cellsOf(row)]);
      yield csvLine(['Total', ...cellsOf(total)]);
    });
  });
  implement<typeof commentsFile, Asker>(app, commentsFile, async ({ principal, query, reply }) => {
    const { queueId, userId, mark } = query;
    const { companyId, period } = await answered(reader, reply, principal, query.after, async (db) => ({
      companyId: db.companyId,
      period: await ratingPeriod(db, query),
    }));
    const head = ['Data', 'Nota', 'Comentário', 'Contato', 'Fila', 'Atendente'];
    return sendCsv(reply, ratingFiles.comments, head, () => linesOf(reader, companyId, period, { queueId, userId, mark }));
  });
};

const nameOf = ({ id, name }: RatingRow, by: RatingGroup): string =>
  by === 'day' ? dayOf(id ?? '') : (name ?? (by === 'queue' ? NO_QUEUE : NOBODY));

const cellsOf = ({ asked, rated, ones, twos, threes, average }: RatingFigures): string[] => [
  ...[asked, rated, asked === 0 ? 0 : Math.round((rated / asked) * 100), threes, twos, ones].map(String),
  average === null ? '' : average.toFixed(2).replace('.', ','),
];

const linesOf = async function* (reader: Reader, companyId: string, period: Period, of: AskedComments) {
  const time = timeIn(period.zone);
  let cursor: string | undefined;
  do {
    const { result } = await reader.query({ companyId }, (db) => commentsOf(db, period, { ...of, cursor }, PAGE));
    yield result.rows
      .map(({ at, mark, comment, contactName, queueName, attendant }) =>
        csvLine([time(at), String(mark), comment, contactName, queueName ?? NO_QUEUE, attendant ?? NOBODY]),
      )
      .join('');
    cursor = result.cursor ?? undefined;
  } while (cursor !== undefined);
};

import { csvLine, Refused, reportFiles, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { FastifyReply } from 'fastify';
import { sendCsv } from '../../kernel/csv.reply.ts';
import type { Db } from '../../kernel/db.ts';
import type { Asker, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import type { Period } from '../dashboard/period.ts';
import { byQueue, byUser, reportPeriod, tagsByDay } from './reports.queries.ts';
import { attendanceRowsOf, attendantsOf } from './reports.rows.queries.ts';

/** Tickets of one query: few enough for memory and time, however many there are. */
const PAGE = 1_000;
const NAMES = { '0': reportFiles.synthetic, '1': reportFiles.analytical } as const;

/** Registers the reports as files. */
export const reportFileRoutes = (app: ReadServer, reader: Reader): void => {
  attendanceFileRoute(app, reader);
  implement<typeof routes.reports.byQueueFile, Asker>(app, routes.reports.byQueueFile, async ({ principal, query, reply }) => {
    const queues = await answered(reader, reply, principal, query.after, async (db) =>
      byQueue(db, await reportPeriod(db, query)),
    );
    const rows = queues.map(({ queue_nome, pending, process, closed }): [string, ...number[]] => [
      queue_nome,
      pending + process,
      pending,
      process,
      closed,
      pending + process + closed,
    ]);
    const head = ['Fila', 'Aberto', 'Aguardando', 'Em Atendimento', 'Concluídos', 'Total'];
    return sendCsv(reply, reportFiles.byQueue, head, () => withTotals(rows, ['Total']));
  });
  implement<typeof routes.reports.byUserFile, Asker>(app, routes.reports.byUserFile, async ({ principal, query, reply }) => {
    const users = await answered(reader, reply, principal, query.after, async (db) => byUser(db, await reportPeriod(db, query)));
    const rows = users.map(({ name, email, process, closed }) => [name, email, process, closed, process + closed]);
    const head = ['Atendente', 'E-mail', 'Em atendimento', 'Concluído', 'Total'];
    return sendCsv(reply, reportFiles.byUser, head, () => withTotals(rows, ['Total', '']));
  });
};

/** Runs a query for the caller; its position goes into the headers of the reply. */
export const answered = async <Result>(
  reader: Reader,
  reply: FastifyReply,
  principal: Asker | null,
  after: string | undefined,
  query: (db: Db) => Promise<Result>,
): Promise<Result> => {
  if (!principal) throw new Refused('ERR_UNAUTHENTICATED');
  const { companyId } = principal;
  const { result, position } = await reader.query({ companyId, ...(after === undefined ? {} : { after }) }, query);
  answerPosition(reply, position);
  return result;
};

/** Rows of texts and then figures, and a last row of the figures' sums. */
export const withTotals = async function* (rows: readonly (string | number | null)[][], texts: readonly string[]) {
  for (const row of rows) yield csvLine(row.map((cell) => (typeof cell === 'number' ? String(cell) : cell)));
  const figures = rows.map((row) => row.slice(texts.length) as number[]);
  const width = rows[0] ? rows[0].length - texts.length : 0;
  const sums = Array.from({ length: width }, (_, at) => figures.reduce((sum, row) => sum + row[at]!, 0));
  yield csvLine([...texts, ...sums.map(String)]);
};

/** The attendance report as a file; the analytical one is read page by page, attendant after attendant. */
const attendanceFileRoute = (app: ReadServer, reader: Reader): void =>
  implement<typeof routes.reports.attendanceFile, Asker>(
    app,
    routes.reports.attendanceFile,
    async ({ principal, query, reply }) => {
      const asker = principal as Asker | null;
      const { kind, searchParam, after } = query;
      if (kind === '0') {
        const { report, days, tags, totalByDate } = await answered(reader, reply, asker, after, async (db) =>
          tagsByDay(db, await reportPeriod(db, query)),
        );
        const sum = (all: number[]): string => String(all.reduce((total, one) => total + one, 0));
        return sendCsv(reply, NAMES[kind], ['Tag', ...days.map(dayOf), 'Total'], async function* () {
          for (const { tagName, total } of tags)
            yield csvLine([tagName, ...days.map((day) => String(report[day]?.[tagName] ?? 0)), String(total)]);
          yield csvLine(['Total geral', ...days.map((day) => String(totalByDate[day] ?? 0)), sum(Object.values(totalByDate))]);
        });
      }
      const result = await answered(reader, reply, asker, after, async (db) => {
        const period = await reportPeriod(db, query);
        return { companyId: db.companyId, period, attendants: await attendantsOf(db, period, { searchParam }) };
      });
      const head = ['Atendente', 'Nome do paciente', 'Número', 'Data', 'Tag'];
      return sendCsv(reply, NAMES[kind], head, async function* () {
        for (const { id, name, total } of result.attendants) {
          yield* linesOf(reader, result.companyId, result.period, { userId: id ?? 'none', searchParam });
          yield csvLine([`Total ${name ?? NOBODY}`, String(total), '', '', '']);
        }
        const all = result.attendants.reduce((sum, { total }) => sum + total, 0);
        yield csvLine(['Total geral', String(all), '', '', '']);
      });
    },
  );

/** Who serves a ticket that nobody serves. */
export const NOBODY = 'sem atendente';

const linesOf = async function* (reader: Reader, companyId: string, period: Period, of: { userId: string; searchParam: string }) {
  const time = timeIn(period.zone);
  let cursor: string | null = null;
  do {
    const asked: { userId: string; searchParam: string; cursor?: string } = { ...of, ...(cursor !== null && { cursor }) };
    const { result } = await reader.query({ companyId }, (db) => attendanceRowsOf(db, period, asked, PAGE));
    yield result.rows
      .map(({ attendance, nameContact, numberContact, recordCreatedAt, tagName }) =>
        csvLine([attendance ?? NOBODY, nameContact, numberContact, time(recordCreatedAt), tagName]),
      )
      .join('');
    cursor = result.cursor;
  } while (cursor !== null);
};

/** dd/MM/yyyy. */
export const dayOf = (day: string): string => day.split('-').reverse().join('/');

/** Times as dd/MM/yyyy HH:mm on the company's clocks. */
export const timeIn = (timeZone: string) => {
  const [date, clock] = [
    new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }),
    new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ];
  return (at: string): string => `${date.format(new Date(at))} ${clock.format(new Date(at))}`;
};

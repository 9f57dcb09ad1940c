import { csvLine, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { Period } from '../dashboard/period.ts';
import { sendCsv } from '../kernel/csv.reply.ts';
import type { Asker, ReadServer } from '../kernel/feature.ts';
import type { Reader } from '../kernel/reader.ts';
import { reportPeriod, tagsByDay } from './reports.queries.ts';
import { attendanceRowsOf, attendantsOf } from './reports.rows.queries.ts';

/** Tickets of one query: few enough for memory and time, however many there are. */
const PAGE = 1_000;
const NAMES = { '0': 'relatorio_sintetico_atendimento.csv', '1': 'relatorio_analitico_atendimento.csv' } as const;

/** Registers the attendance report as a file; the analytical one is read page by page, attendant after attendant. */
export const attendanceFileRoute = (app: ReadServer, reader: Reader): void =>
  implement<typeof routes.reports.attendanceFile, Asker>(
    app,
    routes.reports.attendanceFile,
    async ({ principal, query, reply }) => {
      const asker = principal as Asker | null;
      if (!asker) throw new Refused('ERR_UNAUTHENTICATED');
      const { companyId } = asker;
      const { kind, searchParam, after } = query;
      const asking = { companyId, ...(after === undefined ? {} : { after }) };
      if (kind === '0') {
        const { result, position } = await reader.query(asking, async (db) => tagsByDay(db, await reportPeriod(db, query)));
        answerPosition(reply, position);
        const { report, days, tags, totalByDate } = result;
        const sum = (all: number[]): string => String(all.reduce((total, one) => total + one, 0));
        return sendCsv(reply, NAMES[kind], ['Tag', ...days.map(dayOf), 'Total'], async function* () {
          for (const { tagName, total } of tags)
            yield csvLine([tagName, ...days.map((day) => String(report[day]?.[tagName] ?? 0)), String(total)]);
          yield csvLine(['Total geral', ...days.map((day) => String(totalByDate[day] ?? 0)), sum(Object.values(totalByDate))]);
        });
      }
      const { result, position } = await reader.query(asking, async (db) => {
        const period = await reportPeriod(db, query);
        return { period, attendants: await attendantsOf(db, period, { searchParam }) };
      });
      answerPosition(reply, position);
      const head = ['Atendente', 'Nome do paciente', 'Número', 'Data', 'Tag'];
      return sendCsv(reply, NAMES[kind], head, async function* () {
        for (const { id, name, total } of result.attendants) {
          yield* linesOf(reader, companyId, result.period, { userId: id ?? 'none', searchParam });
          yield csvLine([`Total ${name ?? NOBODY}`, String(total), '', '', '']);
        }
        const all = result.attendants.reduce((sum, { total }) => sum + total, 0);
        yield csvLine(['Total geral', String(all), '', '', '']);
      });
    },
  );

const NOBODY = 'sem atendente';

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

const dayOf = (day: string): string => day.split('-').reverse().join('/');

/** Times as dd/MM/yyyy HH:mm on the company's clocks. */
const timeIn = (timeZone: string) => {
  const [date, clock] = [
    new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }),
    new Intl.DateTimeFormat('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ];
  return (at: string): string => `${date.format(new Date(at))} ${clock.format(new Date(at))}`;
};

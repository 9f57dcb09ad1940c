import { type AccessView, accessFile, csvLine, routes } from '@prosa/contracts';
import { implement } from '@prosa/infra/runtime';
import { sendCsv } from '../../kernel/csv.reply.ts';
import type { Asker, ReadServer } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import type { Period } from '../dashboard/period.ts';
import { answered, timeIn } from '../reports/reports.export.ts';
import { accessesOf, accessPeriod, type Sought } from './accesses.queries.ts';

/** Looks of one query: few enough for memory and time, however many there are. */
const PAGE = 1_000;
const { file } = routes.accesses;

const KINDS: Record<string, string> = {
  conversation: 'Conversa',
  history: 'Histórico',
  past: 'Como estava antes',
  data: 'Dados pessoais',
  export: 'Exportação',
  download: 'Download da exportação',
};
const SUBJECTS: Record<string, string> = {
  ticket: 'Atendimento',
  contact: 'Contato',
  user: 'Usuário',
  queue: 'Fila',
  connection: 'Conexão',
  setting: 'Configuração',
  company: 'Empresa',
};

/** Registers the list as a file. */
export const accessFileRoute = (app: ReadServer, reader: Reader): void =>
  implement<typeof file, Asker>(app, file, async ({ principal, query, reply }) => {
    const { userId, kind, ticketId, contactId } = query;
    const { companyId, period } = await answered(reader, reply, principal, query.after, async (db) => ({
      companyId: db.companyId,
      period: await accessPeriod(db, query),
    }));
    const head = ['Data', 'Quem', 'O que viu', 'De', 'Nome', 'Protocolo', 'Atendimentos', 'Id'];
    return sendCsv(reply, accessFile, head, () => linesOf(reader, companyId, period, { userId, kind, ticketId, contactId }));
  });

const linesOf = async function* (reader: Reader, companyId: string, period: Period, of: Sought) {
  const time = timeIn(period.zone);
  let cursor: string | undefined;
  do {
    const { result } = await reader.query({ companyId }, (db) => accessesOf(db, period, { ...of, cursor }, PAGE));
    yield result.rows.map((row) => csvLine(cellsOf(row, time))).join('');
    cursor = result.cursor ?? undefined;
  } while (cursor !== undefined);
};

const cellsOf = ({ at, by, kind, subject, tickets }: AccessView, time: (at: string) => string): (string | null)[] => [
  time(at),
  by.name ?? (by.kind === 'platform' ? 'Plataforma' : by.id),
  KINDS[kind] ?? kind,
  subject ? (SUBJECTS[subject.kind] ?? subject.kind) : 'Atendimentos',
  subject?.name ?? null,
  subject?.protocol ?? null,
  tickets === null ? null : String(tickets),
  subject?.id ?? null,
];

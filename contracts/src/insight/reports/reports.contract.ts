import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

/** Days in the company's time zone, both included; without any, today. The tickets of a report are those that were opened on them. */
const period = z.object({ dateStart: f.optionalDay, dateEnd: f.optionalDay });
const ordered = <Fields extends z.ZodObject>(schema: Fields): Fields => f.inDayOrder(schema, 'dateStart', 'dateEnd');
/** The filter of a report, validated on the screen as on the server. */
export const ReportFilter = ordered(period);
export type ReportFilter = z.input<typeof ReportFilter>;

/** The figures of tickets without tags stand under this name. */
export const NO_TAG = 'Sem tag';
/** Tickets that are in no queue stand under this name. */
export const NO_QUEUE = 'Sem fila';

/** The names of the reports as files. */
export const reportFiles = {
  synthetic: 'relatorio_sintetico_atendimento.csv',
  analytical: 'relatorio_analitico_atendimento.csv',
  byQueue: 'relatorio_por_fila.csv',
  byUser: 'relatorio_por_usuario.csv',
} as const;

/** Synthetic: tickets by day and tag. Analytical: the tickets themselves. */
export const AttendanceKind = z.enum(['0', '1']);

/** A ticket, with the names of its tags and the colour of the first, and who serves it or served it last. */
export const AttendanceRow = z.object({
  ticketId: f.id,
  nameContact: z.string().nullable(),
  numberContact: z.string().nullable(),
  recordCreatedAt: f.at,
  tagName: z.string(),
  color: z.string(),
  tags: z.array(z.object({ tagName: z.string(), color: z.string() })),
  attendance: z.string().nullable(),
  attendanceId: f.id.nullable(),
});
export type AttendanceRow = z.output<typeof AttendanceRow>;
const Counted = z.record(z.string(), z.number().int());

export const AttendanceReport = z.object({
  /** Kind 0: by day, then by the name of the tag, how many tickets have it. Kind 1: tickets, the newest first. */
  report: z.union([z.record(z.string(), Counted), z.array(AttendanceRow)]),
  /** The days that have tickets. */
  days: z.array(f.day),
  /** Tags by name, with their number of tickets; the one without an id stands for tickets without tags. */
  tags: z.array(z.object({ id: f.id.nullable(), tagName: z.string(), color: z.string(), total: z.number().int() })),
  /** The sum of a day's tags: a ticket with two tags counts in both. */
  totalByDate: Counted,
  /** Kind 1: who serves the tickets or served them last, with the number of tickets; null: nobody yet. */
  attendants: z.array(z.object({ id: f.id.nullable(), name: z.string().nullable(), total: z.number().int() })),
  hasMore: z.boolean(),
  /** Kind 1: where the next rows begin. */
  cursor: z.string().nullable(),
});
export type AttendanceReport = z.output<typeof AttendanceReport>;

export const QueueReportRow = z.object({
  /** Null: tickets that are in no queue. */
  id: f.id.nullable(),
  queue_nome: z.string(),
  color: z.string(),
  pending: z.number().int(),
  process: z.number().int(),
  closed: z.number().int(),
});
export type QueueReportRow = z.output<typeof QueueReportRow>;

export const UserReportRow = z.object({
  id: f.id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  profilePicUrl: z.string().nullable(),
  process: z.number().int(),
  closed: z.number().int(),
  total: z.number().int(),
});
export type UserReportRow = z.output<typeof UserReportRow>;

const may = 'reports:view';
const attendance = period.extend({ kind: AttendanceKind.default('0'), companyId: f.id.optional(), searchParam: f.search });

export const reportRoutes = {
  attendance: route({
    call: 'GET /attendanceReport',
    may,
    summary:
      'Tickets by the day of their opening and by tag (`kind` 0), or the tickets themselves (`kind` 1), of one attendant if `userId` says so (`none`: of nobody).',
    query: ordered(
      attendance.extend({
        userId: z.union([f.id, z.literal('none')]).optional(),
        cursor: f.text(1_000).optional(),
        ...f.after.shape,
      }),
    ),
    reply: AttendanceReport,
  }),
  attendanceFile: route({
    call: 'GET /attendanceReport/csv',
    may,
    summary: 'The same report, whole, as a file for spreadsheets.',
    query: ordered(attendance.extend(f.after.shape)),
    reply: z.string(),
    type: 'text/csv',
  }),
  byQueue: route({
    call: 'GET /reports/byQueue',
    may,
    summary: 'Tickets by the queue that they are in, and by their status now.',
    query: ordered(period.extend(f.after.shape)),
    reply: z.array(QueueReportRow),
  }),
  byQueueFile: route({
    call: 'GET /reports/byQueue/csv',
    may,
    summary: 'The same report as a file for spreadsheets.',
    query: ordered(period.extend(f.after.shape)),
    reply: z.string(),
    type: 'text/csv',
  }),
  byUser: route({
    call: 'GET /reports/byUser',
    may,
    summary: 'Tickets by who serves them or served them last.',
    query: ordered(period.extend(f.after.shape)),
    reply: z.array(UserReportRow),
  }),
  byUserFile: route({
    call: 'GET /reports/byUser/csv',
    may,
    summary: 'The same report as a file for spreadsheets.',
    query: ordered(period.extend(f.after.shape)),
    reply: z.string(),
    type: 'text/csv',
  }),
};

/** Reports on a period, for administrators. */
export const reports = manifest({ name: 'reports', routes: reportRoutes, permissions: { [may]: ['admin', 'auditor'] } });

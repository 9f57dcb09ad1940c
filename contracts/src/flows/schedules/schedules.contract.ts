import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { changesOf } from '../../kernel/record.ts';
import { isBlank, visible } from '../../kernel/texts/visible.ts';
import { scheduleEvents } from './schedules.events.ts';

/** The messages of refused fields, which screens translate. */
export const scheduleFaults = {
  required: 'Obrigatório',
  short: 'Mensagem muito curta',
  time: 'Data ou hora inválida',
  past: 'Este horário já passou',
  skipped: 'Este horário não existe: o relógio é adiantado nessa hora',
} as const;

const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
/** Whether it is a time on a clock, without a zone: the company's zone applies. */
export const isWallTime = (sendAt: string): boolean => MINUTE.test(sendAt);
const isTime = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(isWallTime(text) ? `${text}:00Z` : text).success && f.isWithinCalendar(text);

/** The fields of a scheduled message, validated on the screen as on the server. */
export const ScheduleFields = z.object({
  contactId: z.string({ error: scheduleFaults.required }).trim().toLowerCase().pipe(z.uuid(scheduleFaults.required)),
  body: z
    .string({ error: scheduleFaults.required })
    .trim()
    .refine((text) => !isBlank(text), { error: scheduleFaults.required, abort: true })
    .refine((text) => visible(text).length >= limits.scheduleBodyMin, scheduleFaults.short)
    .max(limits.automaticTextMax, 'Too Long!')
    .refine(f.storable, 'Invalid text'),
  /** An instant, or a time on the company's clocks (`2026-11-23T14:30`). */
  sendAt: z
    .string({ error: scheduleFaults.required })
    .trim()
    .min(1, scheduleFaults.required)
    // A form that lacks the day or the hour.
    .refine((text) => !/^T|T$/.test(text), scheduleFaults.required)
    .refine(isTime, scheduleFaults.time),
});
const sent = ScheduleFields.extend({ userId: f.id.nullish() });

/** `PENDENTE` until its time, and while it is being sent. */
export const ScheduleStatus = z.enum(['PENDENTE', 'ENVIADA', 'ERRO']);
export type ScheduleStatus = z.output<typeof ScheduleStatus>;

/** A scheduled message. `body` is null if its contact was forgotten. */
export const ScheduleView = z.object({
  id: f.id,
  companyId: f.id,
  contactId: f.id,
  contact: z.object({ id: f.id, name: z.string().nullable() }),
  body: z.string().nullable(),
  sendAt: f.at,
  sentAt: f.at.nullable(),
  status: ScheduleStatus,
  /** Why it has failed: the code of a refusal, or a `SendFailure`. */
  reason: z.string().nullable(),
  /** The ticket in which it was sent. */
  ticketId: f.id.nullable(),
  /** The owner: the user who wrote it, or for whom an administrator did. */
  userId: f.id.nullable(),
  user: z.object({ id: f.id, name: z.string().nullable() }).nullable(),
  /** The sort key of the list: failed ones, then pending ones, the next first, then sent ones, the latest first. */
  place: z.string(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type ScheduleView = z.output<typeof ScheduleView>;
/** The reply to commands, without the fields of other records. */
const ScheduleOwn = ScheduleView.omit({ contact: true, user: true });
export type ScheduleOwn = z.output<typeof ScheduleOwn>;

/** Makes the sort key of the list. `at`: when it is or was due, in milliseconds since 1970. */
export const schedulePlace = (status: ScheduleStatus, at: number): string => {
  const digits = (value: number): string => String(value).padStart(16, '0');
  // Times go from year 1 to 9999; the offset makes all of them positive.
  const since = at + 1e14;
  return status === 'PENDENTE' ? `1${digits(since)}` : `${status === 'ERRO' ? 0 : 2}${digits(1e15 - since)}`;
};

const one = { params: f.idParam, missing: 'ERR_NO_SCHEDULE_FOUND' } as const;
const write = 'schedules:write';

export const scheduleRoutes = {
  list: route({
    call: 'GET /schedules/',
    may: 'signed-in',
    summary: 'A page of the scheduled messages: failed ones, then pending ones, then sent ones.',
    query: f.page.extend(f.after.shape).extend({ contactId: f.id.optional() }),
    reply: z.object({ schedules: z.array(ScheduleView), count: z.number(), hasMore: z.boolean() }),
  }),
  show: route({
    ...one,
    call: 'GET /schedules/:id',
    may: 'signed-in',
    summary: 'A scheduled message.',
    query: f.after,
    reply: ScheduleView,
  }),
  create: route({
    call: 'POST /schedules',
    may: write,
    summary:
      'Schedules a message to a contact whose unfinished tickets the caller sees, as for sending. `sendAt` is an instant, or a time on the clocks of the company’s zone.',
    body: sent,
    refuses: ['ERR_NO_CONTACT_FOUND', 'ERR_NO_PERMISSION'],
    reply: ScheduleOwn,
    status: 201,
  }),
  change: route({
    ...one,
    call: 'PUT /schedules/:id',
    may: write,
    summary:
      'Changes a scheduled message that was not sent yet; one that has failed is pending again. Other people’s are changed by administrators alone.',
    body: changesOf(sent),
    refuses: ['ERR_NO_CONTACT_FOUND', 'ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION'],
    reply: ScheduleOwn,
  }),
  delete: route({
    ...one,
    call: 'DELETE /schedules/:id',
    may: write,
    summary: 'Deletes a scheduled message. What was sent stays in the conversation.',
    refuses: ['ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION'],
    reply: z.null(),
  }),
  retry: route({
    ...one,
    call: 'POST /schedules/:id/retry',
    may: write,
    summary: 'Sends a scheduled message that has failed again, now.',
    refuses: ['ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION'],
    reply: ScheduleOwn,
  }),
};

/** Messages that are sent to a contact at a certain time. */
export const schedules = manifest({
  name: 'schedules',
  events: scheduleEvents,
  routes: scheduleRoutes,
  pushes: { schedule: ['create', 'update', 'delete'] },
  permissions: { [write]: ['admin', 'supervisor', 'user'] },
  errors: {
    ERR_NO_SCHEDULE_FOUND: { status: 404, message: 'Nenhum agendamento encontrado com este número.' },
    ERR_SCHEDULE_SENT: { status: 409, message: 'Esta mensagem agendada já foi enviada.' },
    ERR_SCHEDULE_LATE: { status: 409, message: 'O horário passou há mais de um dia: a mensagem não foi enviada.' },
  },
});

import { contactEvents, type ScheduleStatus, scheduleEvents, schedulePlace } from '@prosa/contracts';
import { nullable, text, time, uuid } from '../../kernel/columns.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';

/** Scheduled messages. A forgotten text is null; a deleted schedule has no row. `place` is what the list is ordered by. */
export const scheduleRows = defineRows({
  table: 'schedule',
  version: 3,
  events: scheduleEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    contactId: uuid(),
    userId: nullable(uuid()),
    body: nullable(text()),
    /** The text that searches match. */
    search: text(),
    sendAt: time(),
    sentAt: nullable(time()),
    status: text<ScheduleStatus>(),
    reason: nullable(text()),
    ticketId: nullable(uuid()),
    place: text(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, place collate "C", id)', '(contact_id)'],
  key: ({ data }) => data.scheduleId,
  begins: {
    ScheduleCreated: ({ data: { scheduleId: id, contactId, userId, body, sendAt }, meta: { companyId, at } }) => ({
      id,
      companyId,
      contactId,
      userId,
      ...written(body),
      ...waiting(sendAt),
      createdAt: at,
      updatedAt: at,
    }),
  },
  changes: {
    ScheduleChanged: (row, { data: { contactId, userId, body, sendAt }, meta: { at } }) => ({
      ...row,
      contactId,
      userId,
      ...written(body),
      ...waiting(sendAt),
      updatedAt: at,
    }),
    ScheduleRetried: (row, { data, meta: { at } }) => ({ ...row, ...waiting(data.sendAt), updatedAt: at }),
    ScheduleSent: (row, { data: { ticketId }, meta: { at } }) => ({
      ...row,
      ...placed('ENVIADA', row.sendAt),
      sentAt: at,
      ticketId,
      updatedAt: at,
    }),
    ScheduleFailed: (row, { data: { reason }, meta: { at } }) => ({
      ...row,
      ...placed('ERRO', row.sendAt),
      sentAt: null,
      reason,
      updatedAt: at,
    }),
    ScheduleDeleted: () => null,
  },
  sweeps: {
    [contactEvents.ContactForgotten.type]: ({ data }) => ({
      where: { contactId: (data as { contactId: string }).contactId },
      set: written(null),
    }),
  },
});

/** Null if the person was forgotten. */
const written = (body: string | null) => ({ body, search: searchable(body ?? '') });

const placed = (status: ScheduleStatus, sendAt: Date) => ({ status, place: schedulePlace(status, sendAt.getTime()) });

const waiting = (iso: string) => {
  const sendAt = new Date(iso);
  return { ...placed('PENDENTE', sendAt), sendAt, sentAt: null, reason: null, ticketId: null };
};

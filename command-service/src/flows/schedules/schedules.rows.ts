import { type Fact, scheduleEvents } from '@prosa/contracts';
import type { Part } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { RowBatch } from '../../kernel/reactor.ts';

/** The schedules of contacts, with the message that each was sent as: to find those that an event of another stream concerns. */
export const scheduleMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'schedules-001',
      sql: `
        create table command.schedule (id uuid primary key, company_id uuid not null, contact_id uuid not null, message_id uuid);
        create index schedule_contact on command.schedule (contact_id);
        create index schedule_message on command.schedule (message_id);
      `,
    },
  ],
};

type Row = { id: string; companyId: string | null; contactId: string | null; messageId: string | null };
const { ScheduleCreated, ScheduleChanged, ScheduleDeleted, ScheduleSent } = scheduleEvents;
const folded: ReadonlySet<string> = new Set(
  [ScheduleCreated, ScheduleChanged, ScheduleDeleted, ScheduleSent].map(({ type }) => type),
);

/** The table's row changes for a range of events; null: the schedule was deleted. */
export const writtenSchedules = (): RowBatch<Fact> => {
  const changes = new Map<string, Row | null>();
  return {
    fold: ({ type, data, meta }) => {
      if (!folded.has(type)) return;
      const { scheduleId: id, contactId, messageId } = data as { scheduleId: string; contactId?: string; messageId?: string };
      if (type === ScheduleDeleted.type) return void changes.set(id, null);
      const before = changes.get(id) ?? { id, companyId: meta.companyId, contactId: null, messageId: null };
      changes.set(id, { ...before, ...(contactId && { contactId }), ...(messageId && { messageId }) });
    },
    isEmpty: () => changes.size === 0,
    write: async (client) => {
      const deleted = [...changes].flatMap(([id, row]) => (row === null ? [id] : []));
      const rows = [...changes.values()].filter((row) => row !== null);
      const planned = rows.filter(({ contactId }) => contactId !== null);
      const sent = rows.filter(({ messageId }) => messageId !== null);
      const columns = `as t(id uuid, "companyId" uuid, "contactId" uuid, "messageId" uuid)`;
      if (deleted.length > 0) await client.query('delete from command.schedule where id = any($1::uuid[])', [deleted]);
      if (planned.length > 0)
        await client.query(
          `insert into command.schedule (id, company_id, contact_id)
           select id, "companyId", "contactId" from json_to_recordset($1::json) ${columns}
           on conflict (id) do update set contact_id = excluded.contact_id`,
          [JSON.stringify(planned)],
        );
      // Not a prepared statement: the plan of one that was first used while there were few schedules reads all of them each time.
      if (sent.length > 0)
        await client.query(
          `update command.schedule s set message_id = t."messageId" from json_to_recordset($1::json) ${columns} where s.id = t.id`,
          [JSON.stringify(sent)],
        );
    },
  };
};

/** The schedules of a contact, as of the checkpoint. */
export const schedulesOf = async (pool: pg.Pool, companyId: string, contactId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>('select id from command.schedule where company_id = $1 and contact_id = $2', [
    companyId,
    contactId,
  ]);
  return rows.map(({ id }) => id);
};

/** The schedule that was sent as this message, if any. */
export const scheduleSentAs = async (pool: pg.Pool, messageId: string): Promise<string | null> => {
  const { rows } = await pool.query<{ id: string }>('select id from command.schedule where message_id = $1', [messageId]);
  return rows[0]?.id ?? null;
};

import type { AccessView } from '@prosa/contracts';
import { z } from 'zod';
import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { deletedTicketRows } from '../../desk/tickets/deleted-tickets.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Table } from '../../kernel/table.ts';
import { userRows } from '../../people/users/users.rows.ts';

type Named = { name: string | null; protocol: string | null; contactId: string | null };
/** Returns the names of records of a kind by id. */
export type Names = (kind: string, id: string) => Named;

const Row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  protocol: z.string().nullable(),
  contactId: z.string().nullable(),
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Kinds of records whose rows have a name. */
const named: Record<string, Table> = {
  contact: contactRows,
  user: userRows,
  queue: queueRows,
  connection: connectionRows,
  company: companyRows,
};

const ticketNames = (db: Db, ids: readonly string[]) => {
  const these = sql.array([...ids], 'uuid');
  return db.many(sql.type(Row)`
    select t.id, c.name, t.protocol, t.contact_id as "contactId" from ${db.table(ticketRows)} t left join ${db.table(contactRows)} c on c.id = t.contact_id
    where t.company_id = ${db.companyId} and t.id = any(${these})
    union all
    select d.id, c.name, null, d.contact_id from ${db.table(deletedTicketRows)} d left join ${db.table(contactRows)} c on c.id = d.contact_id
    where d.company_id = ${db.companyId} and d.id = any(${these})`);
};

const rowNames = (db: Db, table: Table, ids: readonly string[]) => {
  const owner = table === companyRows ? sql.fragment`r.id` : sql.fragment`r.company_id`;
  return db.many(sql.type(Row)`
    select r.id, r.name, null as protocol, null as "contactId" from ${db.table(table)} r
    where ${owner} = ${db.companyId} and r.id = any(${sql.array([...ids], 'uuid')})`);
};

/** Looks up the names of these records, each kind in one query. */
export const namesOf = async (db: Db, records: Iterable<Pick<AccessView, 'kind' | 'id'>>): Promise<Names> => {
  const wanted = new Map<string, Set<string>>();
  for (const { kind, id } of records) {
    if (!UUID.test(id) || !(kind === 'ticket' || kind in named)) continue;
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  }
  const found = new Map<string, Named>();
  for (const [kind, ids] of wanted) {
    const rows = kind === 'ticket' ? await ticketNames(db, [...ids]) : await rowNames(db, named[kind]!, [...ids]);
    for (const { id, ...rest } of rows) found.set(`${kind} ${id}`, rest);
  }
  return (kind, id) => found.get(`${kind} ${id}`) ?? { name: null, protocol: null, contactId: null };
};

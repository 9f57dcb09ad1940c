import type pg from 'pg';
import type { RowBatch } from '../../kernel/reactor.ts';
import { type DistributionFact, personAfter, personIn, type TicketRow, ticketAfter, ticketIn } from './distribution.facts.ts';

/** The rows of a batch of events. `written` is called with them once they are committed. */
export const distributionRows = (written: (facts: readonly DistributionFact[]) => void): RowBatch<DistributionFact> => {
  const facts: DistributionFact[] = [];
  return {
    fold: (fact) => void facts.push(fact),
    isEmpty: () => facts.length === 0,
    write: async (client) => {
      await rewrite(client, tickets, facts, ticketIn, ticketAfter);
      await rewrite(client, people, facts, personIn, personAfter);
    },
    written: () => written(facts),
  };
};

const tickets = {
  table: 'command.distribution_ticket',
  columns: {
    id: 'uuid',
    companyId: 'uuid',
    queueId: 'uuid',
    userId: 'uuid',
    atMenu: 'boolean',
    snoozed: 'boolean',
    since: 'timestamptz',
    armedBy: 'uuid',
    notFor: 'uuid',
  },
};
const people = {
  table: 'command.distribution_person',
  columns: {
    id: 'uuid',
    companyId: 'uuid',
    online: 'boolean',
    idle: 'boolean',
    signedIn: 'boolean',
    availability: 'text',
    givenAt: 'timestamptz',
  },
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads the rows that the events change, folds them, and writes what has become of them. */
const rewrite = async <Row extends { id: string }>(
  client: pg.ClientBase,
  { table, columns }: { table: string; columns: Record<keyof Row & string, string> },
  facts: readonly DistributionFact[],
  idIn: (fact: DistributionFact) => string | null,
  after: (row: Row | null, fact: DistributionFact) => Row | null,
): Promise<void> => {
  const ids = [...new Set(facts.flatMap((fact) => idIn(fact) ?? []))];
  if (ids.length === 0) return;
  const names = Object.keys(columns);
  const shown = names.map((name) => `${snake(name)} as "${name}"`).join(', ');
  const { rows } = await client.query<Row & pg.QueryResultRow>(`select ${shown} from ${table} where id = any($1::uuid[])`, [ids]);
  const now = new Map<string, Row | null>(rows.map((row) => [row.id, row]));
  for (const fact of facts) {
    const id = idIn(fact);
    if (id !== null) now.set(id, after(now.get(id) ?? null, fact));
  }
  const gone = ids.filter((id) => !now.get(id));
  if (gone.length > 0) await client.query(`delete from ${table} where id = any($1::uuid[])`, [gone]);
  const kept = [...now.values()].filter((row) => row !== null);
  if (kept.length === 0) return;
  const given = Object.entries(columns).map(([name, type]) => `"${name}" ${type}`);
  const changes = names.filter((name) => name !== 'id').map((name) => `${snake(name)} = excluded.${snake(name)}`);
  await client.query(
    `insert into ${table} (${names.map(snake).join(', ')})
     select ${names.map((name) => `"${name}"`).join(', ')} from json_to_recordset($1::json) as t(${given.join(', ')})
     on conflict (id) do update set ${changes.join(', ')}`,
    [JSON.stringify(kept)],
  );
};

/** The companies that have a ticket which waits in a queue. */
export const companiesThatWait = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct company_id as id from command.distribution_ticket where user_id is null and not at_menu and queue_id is not null`,
  );
  return rows.map(({ id }) => id);
};

export type Waiting = Pick<TicketRow, 'id' | 'armedBy' | 'notFor'>;

/** The tickets that wait in a queue, longest first. */
export const waitingIn = async (pool: pg.Pool, queueId: string, most: number): Promise<Waiting[]> => {
  const { rows } = await pool.query<Waiting>(
    `select id, armed_by as "armedBy", not_for as "notFor" from command.distribution_ticket
     where queue_id = $1 and user_id is null and not at_menu order by since, id limit $2`,
    [queueId, most],
  );
  return rows;
};

/** Somebody who takes tickets now, and which they have open. */
export type Free = { id: string; givenAt: Date | null; open: string[] };

/** Those of some people of a company who are there and available. Snoozed tickets do not count. */
export const freeAmong = async (pool: pg.Pool, companyId: string, ids: readonly string[]): Promise<Free[]> => {
  const { rows } = await pool.query<Free>(
    `select p.id, p.given_at as "givenAt",
       array(select t.id from command.distribution_ticket t where t.user_id = p.id and not t.snoozed) as open
     from command.distribution_person p
     where p.id = any($1::uuid[]) and p.company_id = $2 and p.online and p.signed_in and not p.idle and p.availability = 'available'`,
    [ids, companyId],
  );
  return rows;
};

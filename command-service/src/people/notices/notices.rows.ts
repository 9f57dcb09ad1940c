import type { CompanyFact, ConversationFact, Fact, SessionFact, UserFact } from '@prosa/contracts';
import type pg from 'pg';
import type { RowBatch } from '../../kernel/reactor.ts';
import { FRESH_MS } from './who.ts';

type Row = { ticketId: string; companyId: string; stream: string; revision: string; at: string };

/**
 * Rows that a range of events writes: for companies with devices the newest event of each ticket to notify of, who is to be notified of a
 * mention, and the deletion of devices whose session the events end. `told` is called after the commit.
 */
export const noticeRows = ({ pool, clock, told }: { pool: pg.Pool; clock: () => Date; told: () => void }): RowBatch<Fact> => {
  const tickets = new Map<string, Row>();
  /** By user and ticket: who is notified of a mention is in its event. */
  const named = new Map<string, Row & { userId: string }>();
  const companies = new Map<string, Promise<boolean>>();
  /** By user: sessions with a lower version are over. */
  const sessions = new Map<string, number>();
  const users = new Set<string>();
  const stopped = new Set<string>();

  const hasDevices = (companyId: string): Promise<boolean> => {
    const known =
      companies.get(companyId) ??
      pool
        .query('select from command.push_subscription where company_id = $1 limit 1', [companyId])
        .then(({ rowCount }) => rowCount === 1);
    companies.set(companyId, known);
    return known;
  };

  return {
    fold: async ({ type, data, meta }) => {
      switch (type) {
        case 'UserSignedIn':
        case 'UserSignedOut':
        case 'SessionEnded': {
          const { userId, version } = data as SessionFact['data'];
          sessions.set(userId, Math.max(version, sessions.get(userId) ?? 0));
          return;
        }
        case 'UserDeleted':
          users.add((data as UserFact['data']).userId);
          return;
        case 'UserChanged':
          if ((data as Extract<UserFact, { type: 'UserChanged' }>['data']).profile === 'auditor')
            users.add((data as UserFact['data']).userId);
          return;
        case 'CompanyChanged':
          if ((data as Extract<CompanyFact, { type: 'CompanyChanged' }>['data']).status === false) stopped.add(meta.companyId);
          return;
      }
      const fact = { type, data, meta } as ConversationFact;
      const isObservation = fact.type === 'MessageObserved' || fact.type === 'TicketNoteAdded';
      const [told, mentioned] = [tellsOf(fact), isObservation ? (fact.data.mentions ?? []) : []];
      if ((told === null && mentioned.length === 0) || clock().getTime() - meta.at.getTime() > FRESH_MS) return;
      if (!(await hasDevices(meta.companyId))) return;
      const { companyId, stream, at } = meta;
      const row = { companyId, stream, revision: meta.revision.toString(), at: at.toISOString() };
      if (told !== null) tickets.set(told, { ...row, ticketId: told });
      const { ticketId } = fact.data as { ticketId: string };
      for (const { userId } of mentioned) named.set(`${userId} ${ticketId}`, { ...row, ticketId, userId });
    },
    isEmpty: () => tickets.size + named.size + sessions.size + users.size + stopped.size === 0,
    write: async (client) => {
      if (tickets.size > 0)
        await client.query(
          `insert into command.notice as n (ticket_id, company_id, stream, revision, at)
           select "ticketId", "companyId", stream, revision, at from json_to_recordset($1::json)
             as t("ticketId" uuid, "companyId" uuid, stream text, revision bigint, at timestamptz)
           on conflict (ticket_id) do update set stream = excluded.stream, revision = excluded.revision, at = excluded.at`,
          [JSON.stringify([...tickets.values()])],
        );
      if (named.size > 0)
        await client.query(
          `insert into command.notice_delivery as d (user_id, ticket_id, company_id, stream, revision, at)
           select s.user_id, t."ticketId", t."companyId", t.stream, t.revision, t.at from json_to_recordset($1::json)
             as t("userId" uuid, "ticketId" uuid, "companyId" uuid, stream text, revision bigint, at timestamptz)
             join command.push_subscription s on s.user_id = t."userId" for key share of s
           on conflict (user_id, ticket_id) do update set stream = excluded.stream, revision = excluded.revision, at = excluded.at
             where d.revision < excluded.revision or d.stream <> excluded.stream`,
          [JSON.stringify([...named.values()])],
        );
      if (sessions.size > 0)
        await client.query(
          `delete from command.push_subscription s using json_to_recordset($1::json) as t("userId" uuid, version integer)
           where s.user_id = t."userId" and s.version < t.version`,
          [JSON.stringify([...sessions].map(([userId, version]) => ({ userId, version })))],
        );
      if (users.size + stopped.size > 0)
        await client.query('delete from command.push_subscription where user_id = any($1) or company_id = any($2)', [
          [...users],
          [...stopped],
        ]);
    },
    written: () => {
      if (tickets.size + named.size > 0) told();
    },
  };
};

/** The ticket that an event notifies users of; null if it notifies nobody. */
const tellsOf = ({ type, data }: ConversationFact): string | null => {
  if (type === 'TicketOpened') return data.status === 'pending' ? data.ticketId : null;
  return type === 'MessageReceived' || type === 'TicketTransferred' ? data.ticketId : null;
};

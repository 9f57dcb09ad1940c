import { conversationOf, conversationStream, grants, Refused, tags } from '@prosa/contracts';
import type { Decoded } from '@prosa/infra/runtime';
import { z } from 'zod';
import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Aside, Past } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import type { Table } from '../../kernel/table.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';
import { continuedBy } from '../conversations/continued.ts';
import { lastInboundRows } from '../conversations/last-inbound.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';

/** The tables that a ticket is read from. */
export const ticketTables: readonly Table[] = [
  ticketRows,
  lastInboundRows,
  contactRows,
  userRows,
  queueRows,
  connectionRows,
  companyRows,
  recordRows(tags),
];

/** Streams of a company that tickets and messages show something of. */
const ofCompany = ['company', 'users', 'api-keys', 'queues', 'connections'];

/**
 * Answers as of an earlier time what is asked about one ticket and read from `tables`: it folds the events up to then of its conversation and of everything that
 * is shown with it. Only for those who may read any ticket: what another user would have seen then, nobody can say.
 */
export const ticketPast = (reader: Reader, { factsOf, folding }: Aside, tables = ticketTables): Past<{ ticketId: string }> => {
  const fold = folding(tables);

  const read = async (companyId: string, streams: Iterable<string>): Promise<Decoded[]> => {
    const facts = await Promise.all([...streams].map(factsOf));
    return facts.flat().filter(({ fault, meta }) => fault !== undefined || meta.companyId === companyId);
  };

  /** The facts of these contacts, and of those that they were merged into. */
  const readContacts = async (companyId: string, ids: ReadonlySet<string>): Promise<Decoded[]> => {
    const facts: Decoded[] = [];
    const known = new Set<string>();
    for (let asked = ids; asked.size > 0; ) {
      const found = await read(companyId, streamsOf('contact', asked));
      facts.push(...found);
      for (const id of asked) known.add(id);
      const merged = found.flatMap(({ type, data }) => (type === 'ContactMerged' ? [(data as { into: string }).into] : []));
      asked = new Set(merged.filter((id) => !known.has(id)));
    }
    return facts;
  };

  return async ({ asker, params: { ticketId }, asOf, after }, work) => {
    const { companyId } = asker;
    // The scopes of an API key have permitted the call.
    if (!grants('tickets:spy', { ...asker, scopes: undefined })) throw new Refused('ERR_NO_PERMISSION');
    const key = conversationOf(ticketId);
    if (key === null) throw new Refused('ERR_NO_TICKET_FOUND');
    const { result: today, position: newest } = await reader.query({ companyId, after }, async (db) => ({
      keys: await continuedBy(db, key),
      contactIds: await contactsNow(db, ticketId),
    }));
    refuseFuture(asOf, newest);
    const [told, shown] = await Promise.all([
      read(companyId, today.keys.map(conversationStream)),
      read(
        companyId,
        ofCompany.map((kind) => `${kind}-${companyId}`),
      ),
    ]);
    const named = await Promise.all([
      readContacts(companyId, new Set([...namedIn(told, ['contactId', 'authorId']), ...today.contactIds])),
      read(companyId, streamsOf('tag', namedIn(told, ['tagIds']))),
    ]);
    const facts = [...told, ...shown, ...named.flat()];
    const position = isPosition(asOf) ? BigInt(asOf) : positionAt(Date.parse(asOf), facts, newest);
    const until = facts.filter(({ meta }) => meta.position <= position);
    until.sort((a, b) => (a.meta.position < b.meta.position ? -1 : 1));
    return { result: await fold({ companyId, facts: until, position }, work), position };
  };
};

const streamsOf = (kind: string, ids: ReadonlySet<string>): string[] => [...ids].map((id) => `${kind}-${id}`);

/** The ids that stand in these fields of the facts. */
const namedIn = (facts: readonly Decoded[], fields: readonly string[]): Set<string> =>
  new Set(
    facts.flatMap(({ data }) =>
      fields.flatMap((field) => ((data ?? {}) as Record<string, string | string[] | null>)[field] ?? []),
    ),
  );

/** Whose the ticket is today: after a merge somebody else's, whose events say so. */
const contactsNow = async (db: Db, ticketId: string): Promise<string[]> => {
  const found = await db.many(sql.type(z.object({ contactId: z.string() }))`
    select t.contact_id as "contactId" from ${db.table(ticketRows)} t where t.company_id = ${db.companyId} and t.id = ${ticketId}`);
  return found.map(({ contactId }) => contactId);
};

const isPosition = (asOf: string): boolean => /^\d+$/.test(asOf);

/** Throws Refused ERR_VALIDATION for the future, of which there is nothing to tell. A position that is not folded yet can be waited for by `after`. */
const refuseFuture = (asOf: string, newest: bigint): void => {
  if (isPosition(asOf) ? BigInt(asOf) > newest : Date.parse(asOf) > Date.now())
    throw new Refused('ERR_VALIDATION', { fields: { asOf: 'Too Late!' } });
};

/** The position of a time: right before the first of these facts that is later. */
const positionAt = (time: number, facts: readonly Decoded[], newest: bigint): bigint =>
  facts.reduce((at, { meta }) => (meta.at.getTime() > time && meta.position <= at ? meta.position - 1n : at), newest);

import type { PushChange, PushMessage } from '@prosa/contracts';
import { type Logger, type MediaLinks, together } from '@prosa/infra/runtime';
import type pg from 'pg';
import { type Db, dbOf } from '../../kernel/db.ts';
import { Apart } from '../../kernel/projections.ts';
import type { Push } from '../../kernel/push.ts';
import type { AnyRow } from '../../kernel/rows.ts';
import type { Folded } from '../tables/batch.ts';
import { cellsOf, repushedRows, tableOf } from '../tables/told-rows.ts';
import { FLOOD, floodedBy, oftenBy, withReloads } from './floods.ts';
import type { Rates } from './rates.ts';

/** A record over this many bytes of JSON is sent by its id only. */
const MAX_RECORD_BYTES = 256 * 1024;
/** The bus refuses messages over 900 kB: the changes of a batch are split into several messages. */
const MAX_MESSAGE_BYTES = 700 * 1024;

type Changed = { push: Push; before: AnyRow | null; now: AnyRow | null; id: string; action?: PushChange['action'] };

/**
 * Builds the push messages for a batch, in the batch's transaction: for each company the changed records as GET would return them, with the
 * rooms that could see them before and after. Rows that were created and deleted within the batch are skipped. If more than `flood` records
 * of a channel changed, one `reload` is sent for the channel and no record is read; so is it if more changed in the last second than its
 * push allows (`rates`).
 */
export const framesOf = async (
  client: pg.ClientBase,
  pushes: readonly Push[],
  folded: Folded,
  {
    place,
    position,
    flood = FLOOD,
    rates,
    links,
    hasHumanAgent,
  }: {
    place: (table: string) => number;
    position: bigint;
    flood?: number;
    rates?: Rates | undefined;
    links?: MediaLinks | undefined;
    hasHumanAgent?: boolean | undefined;
  },
  log: Logger,
): Promise<PushMessage[]> => {
  const dbFor = (companyId: string) => dbOf(client, { companyId, position, place, links, hasHumanAgent });
  const changed = await changesOf(client, pushes, folded, dbFor);
  const counts = countsOf(folded);
  const orphaned = orphanedBy(pushes, folded);
  const companies = new Set([...changed.keys(), ...counts.keys(), ...orphaned.keys()]);
  const messages: PushMessage[] = [];
  for (const companyId of companies) {
    if (folded.refetch.has(companyId)) continue;
    // The same role as GET's: a query that forgets the company cannot return another company's rows here either.
    const begun = client.query(`savepoint frames; set local role prosa_reader; set local app.company = '${companyId}'`);
    const db = dbFor(companyId);
    const ofCompany = changed.get(companyId) ?? [];
    const counted = counts.get(companyId) ?? [];
    const byPush = Map.groupBy(ofCompany, ({ push }) => push);
    const often = rates ? oftenBy(rates, companyId, byPush) : [];
    const flooded = new Set([...floodedBy([...ofCompany.map(({ push }) => push), ...counted], flood), ...often]);
    const asked = [...byPush].map(([push, ofPush]) =>
      (flooded.has(push.channel) ? heardOf : recordsOf)(client, push, ofPush, folded, db).catch(noneApart),
    );
    try {
      // Waits for all queries even if one fails: they must have ended before the role is reset.
      const [, ...records] = await together<[unknown, ...PushChange[][]]>([begun, ...asked]);
      const told = withReloads([...records.flat(), ...counted], flooded);
      messages.push(...inMessages(companyId, position, [...told, ...(orphaned.get(companyId) ?? [])]));
    } catch (err) {
      // Only the GET query failed: the rows are valid, and projecting continues.
      if (isAway(err)) throw err;
      log.error({ err, companyId }, 'cannot build the pushes of a company, it fetches again');
      messages.push(refetch(companyId, position));
    }
    await client.query('rollback to savepoint frames');
  }
  for (const companyId of folded.refetch) messages.push(refetch(companyId, position));
  return messages;
};

/**
 * A table that the push needs is still being built alongside: a record that GET could not return is not sent. When the table joins, the
 * screens fetch everything again.
 */
const noneApart = (error: unknown): PushChange[] => {
  if (error instanceof Apart) return [];
  throw error;
};

const refetch = (companyId: string, position: bigint): PushMessage => ({
  kind: 'refetch',
  companyId,
  position: position.toString(),
});

/** The connection broke: nothing of this transaction will be committed. */
const isAway = (error: unknown): boolean => /^(08|57P|ECONN|25P03)/.test((error as { code?: unknown })?.code?.toString() ?? '');

const changesOf = async (
  client: pg.ClientBase,
  pushes: readonly Push[],
  folded: Folded,
  dbFor: (companyId: string) => Db,
): Promise<Map<string, Changed[]>> => {
  const byCompany = new Map<string, Changed[]>();
  const add = (change: Changed): void => {
    const companyId = (change.now ?? change.before)!.companyId as string;
    if (!byCompany.has(companyId)) byCompany.set(companyId, []);
    byCompany.get(companyId)?.push(change);
  };
  for (const push of pushes) {
    for (const [id, { before, now }] of cellsOf(folded, push.rows.table))
      if (before !== now && (now ?? before)) add({ push, before, now, id });
    for (const { row, action } of await repushedRows(client, push, folded, dbFor))
      add({ push, before: row, now: row, id: String(row[push.rows.id]), ...(action && { action }) });
  }
  return byCompany;
};

const recordsOf = async (
  client: pg.ClientBase,
  push: Push,
  changed: readonly Changed[],
  folded: Folded,
  db: Db,
): Promise<PushChange[]> => {
  const shown = changed.filter(({ now }) => now).map(({ id }) => id);
  const records = shown.length > 0 ? await push.records(db, shown) : new Map<string, Record<string, unknown>>();
  const roomsOf = await roomsIn(client, push, changed, folded, db);
  return changed.map(({ before, now, id, action: given }) => {
    const record = records.get(id) ?? null;
    const action = given ?? (before && now ? push.action?.(before, now) : undefined);
    const narrow = push.narrow?.(before, now);
    return {
      channel: push.channel,
      id,
      record: record && bounded(id, record),
      before: roomsOf(before, 'before'),
      after: record ? roomsOf(now, 'now') : [],
      ...(action && { action }),
      ...(narrow && { narrow }),
    };
  });
};

/** The rooms of changes that are not sent one by one, computed from the rows only. */
const heardOf: typeof recordsOf = async (client, push, changed, folded, db) => {
  const roomsOf = await roomsIn(client, push, changed, folded, db);
  return changed.map(({ before, now }) => ({
    channel: push.channel,
    id: '',
    record: null,
    before: roomsOf(before, 'before'),
    after: roomsOf(now, 'now'),
  }));
};

/** The rooms of the rows of a push, computed from their parent rows if they have any. */
const roomsIn = async (client: pg.ClientBase, push: Push, changed: readonly Changed[], folded: Folded, db: Db) => {
  const { parent } = push;
  if (!parent) return (row: AnyRow | null): string[] => (row ? push.rooms(row, null) : []);
  const rows = changed.map(({ before, now }) => (now ?? before)!);
  const next = (await parent.next?.of(db, rows)) ?? new Map<string, string>();
  const parents = await parentsOf(client, push, parent, changed, [...next.values()], folded, db);
  return (row: AnyRow | null, when: 'before' | 'now'): string[] => {
    const of = (id: string | null | undefined): AnyRow | null => parents.get(id ?? '')?.[when] ?? null;
    return row ? push.rooms(row, of(parent.id(row)), of(next.get(String(row[push.rows.id])))) : [];
  };
};

/** If a parent was deleted, its rooms no longer exist, and its children's rows did not change: screens are told to fetch them. */
const orphanedBy = (pushes: readonly Push[], folded: Folded): Map<string, PushChange[]> => {
  const byCompany = new Map<string, PushChange[]>();
  for (const push of pushes) {
    if (!push.parent) continue;
    const parents = cellsOf(folded, push.parent.rows.table).values();
    const gone = [...parents].flatMap(({ before, now }) => (before && !now ? [before] : []));
    for (const [companyId, of] of Map.groupBy(gone, (parent) => parent.companyId as string)) {
      const rooms = [...new Set(of.flatMap((parent) => push.rooms({ companyId }, parent)))];
      const reload: PushChange = { channel: push.channel, id: '', record: null, before: rooms, after: rooms, action: 'reload' };
      byCompany.set(companyId, [...(byCompany.get(companyId) ?? []), reload]);
    }
  }
  return byCompany;
};

type Parent = { before: AnyRow | null; now: AnyRow | null };
const parentsOf = async (
  client: pg.ClientBase,
  push: Push,
  parent: NonNullable<Push['parent']>,
  changed: readonly Changed[],
  others: readonly string[],
  folded: Folded,
  db: Db,
): Promise<Map<string, Parent>> => {
  const parents = new Map<string, Parent>(cellsOf(folded, parent.rows.table));
  const missing = new Set(others.filter((id) => !parents.has(id)));
  for (const { before, now } of changed)
    for (const row of [before, now]) {
      const id = row && parent.id(row);
      if (id !== null && !parents.has(id)) missing.add(id);
    }
  if (missing.size === 0) return parents;
  const table = tableOf(folded, parent.rows.table);
  if (!table)
    throw new Apart(`${push.rows.table} is heard where ${parent.rows.table} is, which is no table here (${db.companyId}).`);
  for (const row of await table.statements.load(client, [...missing]))
    parents.set(String(row[table.id]), { before: row, now: row });
  return parents;
};

const countsOf = (folded: Folded): Map<string, PushChange[]> => {
  const byCompany = new Map<string, PushChange[]>();
  for (const { counter, rows } of folded.counted) {
    if (!counter.push) continue;
    for (const { id, companyId, ...record } of rows) {
      const { count, ...group } = record;
      const rooms = counter.push.rooms(companyId as string, group);
      if (!byCompany.has(companyId as string)) byCompany.set(companyId as string, []);
      byCompany.get(companyId as string)?.push({
        channel: counter.push.channel,
        id: id as string,
        record: { ...group, count },
        before: rooms,
        after: rooms,
      });
    }
  }
  return byCompany;
};

const bounded = (id: string, record: Record<string, unknown>): Record<string, unknown> =>
  sizeOf(record) > MAX_RECORD_BYTES ? { id, partial: true } : record;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const inMessages = (companyId: string, position: bigint, changes: readonly PushChange[]): PushMessage[] => {
  const messages: PushMessage[] = [];
  let part: PushChange[] = [];
  let size = 0;
  for (const change of changes) {
    const more = sizeOf(change);
    if (part.length > 0 && size + more > MAX_MESSAGE_BYTES) {
      messages.push({ kind: 'changes', companyId, position: position.toString(), changes: part });
      part = [];
      size = 0;
    }
    part.push(change);
    size += more;
  }
  if (part.length > 0) messages.push({ kind: 'changes', companyId, position: position.toString(), changes: part });
  return messages;
};

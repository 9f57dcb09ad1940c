import { type PushChange, type PushChannel, type PushMessage, tellingChannels } from '@prosa/contracts';
import { type Logger, together } from '@prosa/infra/runtime';
import type pg from 'pg';
import { dbOf } from '../kernel/db.ts';
import { Apart } from '../kernel/projections.ts';
import type { Push } from '../kernel/push.ts';
import type { AnyRow } from '../kernel/rows.ts';
import type { Cell, Folded } from './batch.ts';

/** A record over this many bytes of JSON is told by its id alone (ADR 25). */
const MAX_RECORD_BYTES = 256 * 1024;
/** The bus refuses messages over 900 kB: a batch's changes go in several. */
const MAX_MESSAGE_BYTES = 700 * 1024;

/** More changed records of one channel and company than these go as one `reload`: the hubs' memory of late pushes is everybody's (ADR 260). */
export const FLOOD = 200;

type Changed = { push: Push; before: AnyRow | null; now: AnyRow | null; id: string };

/**
 * What to tell the screens about a batch, in its own transaction: the records that GET would give of changed rows, a company's together,
 * with the rooms that heard and hear them. Rows that came and went within the batch are not told. Of a channel on which more than `flood`
 * changed only that is told, and no record is read.
 */
export const framesOf = async (
  client: pg.ClientBase,
  pushes: readonly Push[],
  folded: Folded,
  { place, position, flood = FLOOD }: { place: (table: string) => number; position: bigint; flood?: number },
  log: Logger,
): Promise<PushMessage[]> => {
  const changed = await changesOf(client, pushes, folded);
  const counts = countsOf(folded);
  const companies = new Set([...changed.keys(), ...counts.keys()]);
  const messages: PushMessage[] = [];
  for (const companyId of companies) {
    if (folded.refetch.has(companyId)) continue;
    // GET's own role: a query that forgot the company shows nothing foreign here either.
    const begun = client.query(`savepoint frames; set local role prosa_reader; set local app.company = '${companyId}'`);
    const db = dbOf(client, { companyId, position, place });
    const ofCompany = changed.get(companyId) ?? [];
    const counted = counts.get(companyId) ?? [];
    const flooded = floodedBy([...ofCompany.map(({ push }) => push), ...counted], flood);
    const asked = [...Map.groupBy(ofCompany, ({ push }) => push)].map(([push, ofPush]) =>
      (flooded.has(push.channel) ? heardOf : recordsOf)(client, push, ofPush, folded, db).catch(noneApart),
    );
    try {
      // All of them, also where one fails: they must be over before the role is given back.
      const [, ...records] = await together<[unknown, ...PushChange[][]]>([begun, ...asked]);
      messages.push(...inMessages(companyId, position, withReloads([...records.flat(), ...counted], flooded)));
    } catch (err) {
      // A query that fails is that GET's fault alone: the rows stand, and the line goes on.
      if (isAway(err)) throw err;
      log.error({ err, companyId }, 'what changed could not be told; the company fetches anew');
      messages.push(refetch(companyId, position));
    }
    await client.query('rollback to savepoint frames');
  }
  for (const companyId of folded.refetch) messages.push(refetch(companyId, position));
  return messages;
};

/** A table that a push needs is still being folded beside: what GET cannot say is not told. When it joins, all is fetched anew. */
const noneApart = (error: unknown): PushChange[] => {
  if (error instanceof Apart) return [];
  throw error;
};

const refetch = (companyId: string, position: bigint): PushMessage => ({
  kind: 'refetch',
  companyId,
  position: position.toString(),
});

/** The connection broke: nothing of this transaction will be. */
const isAway = (error: unknown): boolean => /^(08|57P|ECONN|25P03)/.test((error as { code?: unknown })?.code?.toString() ?? '');

const tableOf = (folded: Folded, table: string) => [...folded.cells.keys()].find((rows) => rows.table === table);
const cellsOf = (folded: Folded, table: string): ReadonlyMap<string, Cell> => {
  const rows = tableOf(folded, table);
  return (rows && folded.cells.get(rows)) ?? new Map();
};

const changesOf = async (client: pg.ClientBase, pushes: readonly Push[], folded: Folded): Promise<Map<string, Changed[]>> => {
  const byCompany = new Map<string, Changed[]>();
  const add = (change: Changed): void => {
    const companyId = (change.now ?? change.before)!.companyId as string;
    if (!byCompany.has(companyId)) byCompany.set(companyId, []);
    byCompany.get(companyId)?.push(change);
  };
  for (const push of pushes) {
    for (const [id, { before, now }] of cellsOf(folded, push.rows.table))
      if (before !== now && (now ?? before)) add({ push, before, now, id });
    for (const row of await recounted(client, push, folded)) add({ push, before: row, now: row, id: String(row[push.rows.id]) });
  }
  return byCompany;
};

/** Rows that did not change, but a number that stands in their records did. */
const recounted = async (client: pg.ClientBase, push: Push, folded: Folded): Promise<AnyRow[]> => {
  const ids = new Set<string>();
  for (const { counter, id } of push.counters)
    for (const counted of folded.counted)
      if (counted.counter.table === counter.table) for (const group of counted.rows) ids.add(id(group));
  for (const [id, { before, now }] of cellsOf(folded, push.rows.table)) if (before !== now) ids.delete(id);
  const table = ids.size > 0 ? tableOf(folded, push.rows.table) : undefined;
  return table ? table.statements.load(client, [...ids]) : [];
};

const recordsOf = async (
  client: pg.ClientBase,
  push: Push,
  changed: readonly Changed[],
  folded: Folded,
  db: ReturnType<typeof dbOf>,
): Promise<PushChange[]> => {
  const shown = changed.filter(({ now }) => now).map(({ id }) => id);
  const records = shown.length > 0 ? await push.records(db, shown) : new Map<string, Record<string, unknown>>();
  const roomsOf = await roomsIn(client, push, changed, folded, db);
  return changed.map(({ before, now, id }) => {
    const record = records.get(id) ?? null;
    const action = before && now ? push.action?.(before, now) : undefined;
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

/** Channels of which more changed than is told one by one. */
const floodedBy = (told: readonly { channel: PushChannel }[], flood: number): Set<PushChannel> => {
  const channels = Map.groupBy(told, ({ channel }) => channel);
  return new Set([...channels].flatMap(([channel, of]) => (of.length > flood && !tellingChannels.has(channel) ? [channel] : [])));
};

/** The changes, those of a flooded channel as one that names the rooms of all of them. */
const withReloads = (changes: readonly PushChange[], flooded: ReadonlySet<PushChannel>): PushChange[] => {
  const reloads = [...flooded].map((channel): PushChange => {
    const rooms = new Set(changes.flatMap((one) => (one.channel === channel ? [...one.before, ...one.after] : [])));
    return { channel, id: '', record: null, before: [...rooms], after: [...rooms], action: 'reload' };
  });
  return [...changes.filter(({ channel }) => !flooded.has(channel)), ...reloads];
};

/** Who hears of changes that are not told one by one: by the rows alone. */
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

/** The rooms of the rows of a push, by their parents' where they have any. */
const roomsIn = async (
  client: pg.ClientBase,
  push: Push,
  changed: readonly Changed[],
  folded: Folded,
  db: ReturnType<typeof dbOf>,
) => {
  const parents = push.parent && (await parentsOf(client, push, push.parent, changed, folded, db));
  return (row: AnyRow | null, when: 'before' | 'now'): string[] =>
    row ? push.rooms(row, (push.parent && parents?.get(push.parent.id(row))?.[when]) ?? null) : [];
};

type Parent = { before: AnyRow | null; now: AnyRow | null };
const parentsOf = async (
  client: pg.ClientBase,
  push: Push,
  parent: NonNullable<Push['parent']>,
  changed: readonly Changed[],
  folded: Folded,
  db: ReturnType<typeof dbOf>,
): Promise<Map<string, Parent>> => {
  const parents = new Map<string, Parent>(cellsOf(folded, parent.rows.table));
  const missing = new Set<string>();
  for (const { before, now } of changed)
    for (const row of [before, now]) if (row && !parents.has(parent.id(row))) missing.add(parent.id(row));
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

import { isDeepStrictEqual } from 'node:util';
import type { Fact, PushChange, PushChannel, PushMessage } from '@prosa/contracts';
import { createLogger, inTransaction, mediaLinks } from '@prosa/infra/runtime';
import type pg from 'pg';
import { commitBatch } from '../engine/frames/commit.ts';
import type { Rates } from '../engine/frames/rates.ts';
import type { Checkpoint, Generation } from '../engine/tables/generation.ts';
import type { Counter } from '../kernel/counter.ts';
import { dbOf } from '../kernel/db.ts';
import type { Feature } from '../kernel/feature.ts';
import type { Push } from '../kernel/push.ts';
import type { AnyRow } from '../kernel/rows.ts';
import { type LawDatabase, lawDatabase } from './law.database.ts';

const links = mediaLinks(Buffer.alloc(32, 'l'));

/** Somebody who looks: a company, and the rooms that they are in. */
export type Onlooker = { name: string; companyId: string; rooms: readonly string[] };

/** The records of a screen, by channel and id. */
export type Screen = Map<string, Map<string, Record<string, unknown>>>;

export type Law = {
  features: readonly Feature[];
  /** Where the rows are: with all tables of `features`. Default: a database of this law's own. */
  database?: LawDatabase;
  onlookers: readonly Onlooker[];
  /** Applies a record to those that embed it, such as a contact's new name to its tickets; null: the record was removed. */
  joins?: (screen: Screen, change: PushChange, record: Record<string, unknown> | null) => void;
  /** The channels whose records embed those of a channel: on a `reload` a screen fetches them too. */
  hosts?: (channel: PushChannel) => readonly PushChannel[];
  /** Number of facts folded in one batch; default 1. */
  batch?: number;
  /** Maximum number of changes of a channel that are pushed one by one; default as in the projector. */
  flood?: number;
  /** How often rows change; default: their number in a batch alone counts. */
  rates?: Rates;
  /** Called with the push messages of each batch. */
  hears?: (messages: readonly PushMessage[]) => void;
};

/**
 * Checks the law of live updates with every fact on a real Postgres: what a screen fetched before, plus the pushes, equals what it would
 * fetch after; for each onlooker, after every batch, also if the batch's frames are cut off at any point and then replayed from their
 * position. Throws at the first violation. Also compares counters with their rows.
 */
export const law = async (
  { features, database, onlookers, joins, hosts = () => [], batch = 1, flood, rates, hears }: Law,
  facts: readonly Fact[],
): Promise<void> => {
  const own = database ? null : await lawDatabase(features);
  try {
    const world = await openWorld(database ?? own!, features, flood, rates);
    const screens = new Map<Onlooker, Screen>(onlookers.map((onlooker) => [onlooker, new Map()]));
    for (let at = 0; at < facts.length; at += batch) {
      const part = facts.slice(at, at + batch);
      const messages = await world.fold(part);
      hears?.(messages);
      const told = part.map(({ type }) => type).join(', ');
      const answers = await world.fetch(onlookers);
      for (const onlooker of onlookers) {
        const changes = messages.flatMap((message) =>
          message.kind === 'changes' && message.companyId === onlooker.companyId ? message.changes : [],
        );
        const before = screens.get(onlooker) ?? new Map();
        const refetched = messages.some((message) => message.kind === 'refetch' && message.companyId === onlooker.companyId);
        const fetched = answers.get(onlooker)!;
        if (refetched) {
          screens.set(onlooker, fetched);
          continue;
        }
        for (let cut = 0; cut <= changes.length; cut += 1) {
          const screen = copyOf(before);
          for (const change of [...changes.slice(0, cut), ...changes])
            if (change.action === 'reload') reload(screen, fetched, onlooker, change, hosts);
            else apply(screen, onlooker, change, joins);
          compare(screen, fetched, `${onlooker.name}, after ${told} (fact ${at}), cut after ${cut} of ${changes.length}`);
          screens.set(onlooker, screen);
        }
      }
    }
  } finally {
    await own?.close();
  }
};

/** Sends a change to a socket as the hub does, and applies the frame as a screen does. */
const apply = (screen: Screen, { rooms }: Onlooker, change: PushChange, joins: Law['joins']): void => {
  const hears = (named: readonly string[]): boolean => named.some((room) => rooms.includes(room));
  const records = screen.get(change.channel) ?? new Map();
  screen.set(change.channel, records);
  // A group without members is not listed.
  const record = hears(change.after) && change.record?.count !== 0 ? travelled(change.record ?? {}) : null;
  if (record) records.set(change.id, record);
  else if (hears([...change.before, ...change.after])) records.delete(change.id);
  else return;
  joins?.(screen, change, record);
};

/** Applies a reload frame: all of the channel as GET returns it now, and all records that embed records of it. */
const reload = (
  screen: Screen,
  fetched: Screen,
  { rooms }: Onlooker,
  change: PushChange,
  hosts: NonNullable<Law['hosts']>,
): void => {
  if (change.id !== '' || change.record !== null) throw new Error(`A reload of ${change.channel} names a record.`);
  if (![...change.before, ...change.after].some((room) => rooms.includes(room))) return;
  for (const channel of [change.channel, ...hosts(change.channel)]) {
    const now = fetched.get(channel);
    if (now) screen.set(channel, new Map(now));
    else screen.delete(channel);
  }
};

/** A copy of a record as it arrives in JSON. Frozen, because screens share it: what changes a record on one makes another of it. */
const travelled = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.freeze(JSON.parse(JSON.stringify(record)) as Record<string, unknown>);
const copyOf = (screen: Screen): Screen => new Map([...screen].map(([channel, records]) => [channel, new Map(records)]));

const compare = (screen: Screen, fetched: Screen, where: string): void => {
  for (const channel of new Set([...screen.keys(), ...fetched.keys()])) {
    const [shown, now] = [screen.get(channel) ?? new Map(), fetched.get(channel) ?? new Map()];
    for (const id of new Set([...shown.keys(), ...now.keys()]))
      if (!isDeepStrictEqual(shown.get(id), now.get(id)))
        throw new Error(
          `${where}: ${channel} ${id} is shown as ${JSON.stringify(shown.get(id))}, and is ${JSON.stringify(now.get(id))}.`,
        );
  }
};

const log = createLogger('law', 'silent');

const openWorld = async (
  { pool, generation, clear }: LawDatabase,
  features: readonly Feature[],
  flood: number | undefined,
  rates: Rates | undefined,
) => {
  await clear();
  const pushes = features.flatMap((feature) => feature.pushes ?? []);
  let checkpoint: Checkpoint = { generation: generation.number, position: -1n, turn: 0, parked: new Map() };

  return {
    fold: async (facts: readonly Fact[]): Promise<PushMessage[]> => {
      const position = facts.at(-1)?.meta.position ?? checkpoint.position;
      const told = { ...(flood !== undefined && { flood }), ...(rates && { rates }) };
      const committed = await commitBatch(
        { pool, generation, pushes, state: 'live', ...told, links, log },
        checkpoint,
        facts,
        position,
      );
      checkpoint = committed.checkpoint;
      if (checkpoint.parked.size > 0) {
        const { rows } = await pool.query<{ reason: string }>('select reason from read.parked');
        throw new Error(`A stream was parked: ${rows[0]?.reason}.`);
      }
      return committed.messages;
    },
    fetch: async (onlookers: readonly Onlooker[]): Promise<Map<Onlooker, Screen>> => {
      const ofCompanies = [...Map.groupBy(onlookers, ({ companyId }) => companyId)].map(([companyId, those]) =>
        inTransaction(pool, (client) => fetchAll(client, generation, pushes, companyId, those, checkpoint.position)),
      );
      return new Map((await Promise.all(ofCompanies)).flatMap((screens) => [...screens]));
    },
  };
};

/**
 * Everything that each onlooker of a company may GET now: every row in their rooms, by GET's own queries. A record is the same for everybody
 * who may have it, so it is read once for all of them.
 */
const fetchAll = async (
  client: pg.PoolClient,
  generation: Generation,
  pushes: readonly Push[],
  companyId: string,
  onlookers: readonly Onlooker[],
  position: bigint,
): Promise<Map<Onlooker, Screen>> => {
  const screens = new Map<Onlooker, Screen>(onlookers.map((onlooker) => [onlooker, new Map()]));
  const hears = ({ rooms }: Onlooker, named: readonly string[]): boolean => named.some((room) => rooms.includes(room));
  const shows = (channel: PushChannel, id: string, record: Record<string, unknown>, named: readonly string[]): void => {
    const shown = travelled(record);
    for (const [onlooker, screen] of screens) if (hears(onlooker, named)) screen.get(channel)!.set(id, shown);
  };
  const show = (channel: PushChannel): void => {
    for (const screen of screens.values()) if (!screen.has(channel)) screen.set(channel, new Map());
  };

  const tables = new Map(generation.rows.map((rows) => [rows.table, rows]));
  const stored = new Map<string, Promise<AnyRow[]>>();
  const all = ({ table, statements }: Pick<Generation['rows'][number], 'table' | 'statements'>): Promise<AnyRow[]> => {
    const rows = stored.get(table) ?? statements.find(client, { companyId });
    stored.set(table, rows);
    return rows;
  };
  const found: { push: Push; rooms: Map<string, readonly string[]> }[] = [];
  for (const push of pushes) {
    const rows = await all(tables.get(push.rows.table)!);
    const parents =
      push.parent &&
      new Map((await all(tables.get(push.parent.rows.table)!)).map((row) => [String(row[push.parent!.rows.id]), row]));
    const next = await push.parent?.next?.of(dbOf(client, { companyId, position, place: generation.place, links }), rows);
    const roomsOf = (row: AnyRow): readonly string[] => {
      const parent = push.parent && parents?.get(push.parent.id(row) ?? '');
      return push.rooms(row, parent ?? null, parents?.get(next?.get(String(row[push.rows.id])) ?? '') ?? null);
    };
    found.push({ push, rooms: new Map(rows.map((row) => [String(row[push.rows.id]), roomsOf(row)])) });
  }
  const count = async (counted: Pick<Generation['rows'][number], 'table' | 'statements' | 'counters'>): Promise<void> => {
    for (const counter of counted.counters) {
      const groups = await all(counter);
      recount(counter, groups, await all(counted));
      await count(counter);
      if (!counter.push) continue;
      show(counter.push.channel);
      for (const { id, companyId: _, ...record } of groups)
        shows(counter.push.channel, id as string, record, counter.push.rooms(companyId, record));
    }
  };
  for (const rows of generation.rows) await count(rows);
  await client.query(`set local role prosa_reader; set local app.company = '${companyId}'`);
  const db = dbOf(client, { companyId, position, place: generation.place, links });
  for (const { push, rooms } of found) {
    show(push.channel);
    const ids = [...rooms].flatMap(([id, named]) => (onlookers.some((one) => hears(one, named)) ? [id] : []));
    if (ids.length === 0) continue;
    for (const [id, record] of await push.records(db, ids)) shows(push.channel, id, record, rooms.get(id)!);
  }
  return screens;
};

/** Checks that the counters equal the counts and sums of the rows. */
const recount = (counter: Counter, counted: readonly AnyRow[], rows: readonly AnyRow[]): void => {
  const { keys, sums } = counter;
  const name = (group: AnyRow): string => JSON.stringify(keys.map((field) => group[field]));
  const groups = Map.groupBy(
    rows.flatMap((row) => counter.groups(row)),
    name,
  );
  const adding = (of: readonly AnyRow[]): string =>
    [of.length, ...sums.map((sum) => of.reduce((all, group) => all + (group[sum] as number), 0))].join();
  const told = new Map(counted.map((row) => [name(row), [row.count, ...sums.map((sum) => row[sum])].join()]));
  for (const group of new Set([...groups.keys(), ...told.keys()])) {
    const [says, is] = [told.get(group), adding(groups.get(group) ?? [])];
    if (groups.has(group) ? says !== is : says !== undefined)
      throw new Error(`${counter.table} says ${says} of ${group}, there are ${is}.`);
  }
};

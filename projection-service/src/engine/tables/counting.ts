import { together } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { AnyRow } from '../../kernel/rows.ts';
import type { Generation } from './generation.ts';

type RowsTable = Generation['rows'][number];
type Changed = { before: AnyRow | null; now: AnyRow | null };
type Counting = RowsTable['counters'][number];
type Tally = AnyRow & { id: string; count: number };
/** Groups of counters that changed, with their new values. */
export type Counted = { counter: Counting; rows: AnyRow[] }[];

/** Adds what the changed rows of a batch change to the groups of their counters, and to those that count these groups. */
export const count = async (
  client: pg.ClientBase,
  cells: ReadonlyMap<RowsTable, ReadonlyMap<string, Changed>>,
): Promise<Counted> => {
  const counted: Counted = [];
  const one = async (counter: Counting, changed: readonly Changed[]): Promise<void> => {
    const groups = differences(counter, changed);
    if (groups.length === 0) return;
    const rows = (await counter.statements.add(client, groups)) as Tally[];
    counted.push({ counter, rows });
    await tally(counter.counters, begunAndEnded(groups, rows));
  };
  const tally = async (counters: readonly Counting[], changed: readonly Changed[]): Promise<void> => {
    await together(counters.map((counter) => one(counter, changed)));
  };
  const changedIn = (ofTable: ReadonlyMap<string, Changed>): Changed[] =>
    [...ofTable.values()].filter(({ before, now }) => before !== now);
  await together([...cells].map(([{ counters }, ofTable]) => tally(counters, counters.length > 0 ? changedIn(ofTable) : [])));
  return counted;
};

/** Computes by how much each group changes. */
const differences = (counter: Counting, changed: readonly Changed[]): Tally[] => {
  const { keys, sums } = counter;
  const groups = new Map<string, Tally>();
  const add = (row: AnyRow | null, by: number): void => {
    for (const group of row ? counter.groups(row) : []) {
      const id = [row?.companyId, ...keys.map((key) => written(group[key]))].join(':');
      let known = groups.get(id);
      if (!known) {
        known = { id, companyId: row?.companyId, count: 0 };
        for (const key of keys) known[key] = group[key];
        for (const sum of sums) known[sum] = 0;
        groups.set(id, known);
      }
      known.count += by;
      for (const sum of sums) known[sum] = (known[sum] as number) + by * (group[sum] as number);
    }
  };
  for (const { before, now } of changed) {
    add(before, -1);
    add(now, 1);
  }
  return [...groups.values()].filter((group) => group.count !== 0 || sums.some((sum) => group[sum] !== 0));
};

/** A group's field in its id. */
const written = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : (value ?? '-'));

/** Groups that became non-empty or empty: the changes for counters that count this counter's groups. */
const begunAndEnded = (differences: readonly Tally[], rows: readonly Tally[]): Changed[] => {
  const by = new Map(differences.map(({ id, count }) => [id, count]));
  return rows
    .map((row) => ({ before: row.count - by.get(row.id)! > 0 ? row : null, now: row.count > 0 ? row : null }))
    .filter(({ before, now }) => before !== now);
};

import { limits } from '@prosa/contracts';
import type { Db } from './db.ts';

/** Number of rows at the beginning of a list in which the frequency of a search is measured. */
export const LOOKED = 1_000;
/** If more of them fit than this, the search is frequent: the list itself is read until the page is full. */
export const FREQUENT = 50;
/** Number of rows in which the results of a frequent search are counted. */
export const FURTHER = 5_000;
/** Maximum number of results that are collected by an index and then ordered. */
export const MAX_COLLECTED = 2_000;
/** Number of rows of a list that are read for a search that is rare at its beginning and frequent after it. */
export const WALKED = 20_000;
export const TIMEOUT_MS = 2_000;

type Looked = { looked: number; fitting: number; isAll: boolean };
/** The ways in which a list can be searched. */
export type Sought<Row> = {
  /** Looks at about `rows` rows of the beginning of the list: how many there are, how many of them fit, and whether there is no other. */
  look: (rows: number) => Promise<Looked>;
  /** The ids of all rows that fit, at most `most`, in any order, by indexes; null if that would be too many to collect. */
  collect: (most: number) => Promise<string[] | null>;
  /** The page, from these rows, or (null) from the list, read in its order until the page is full, or `most` rows were read. */
  page: (among: string[] | null, most?: number) => Promise<Row[]>;
  /** The page from all rows that fit, collected by indexes and ordered by the database. */
  sorted: () => Promise<Row[]>;
  /** If an index alone tells which rows of the list fit, so that reading the list costs little. */
  held?: Held<Row>;
  /** Maximum number of rows of a page. */
  size: number;
};
export type Held<Row> = {
  /** How many rows would probably be collected, by statistics, which are those of all companies: they only say what is tried first. */
  expected: () => Promise<number>;
  /** The page as far as it is among the first `most` rows of the list, and the number of them that fit. */
  walk: (most: number) => Promise<{ rows: Row[]; fitting: number }>;
  /** The number of rows, at most `most`, that fit and are in the page of the collected ones, but are not collected. */
  besides: (most: number) => Promise<number>;
};
export type Counted = { count: number; atLeast: boolean };

/**
 * Returns a page of a searched list, and the number of results, at most `limits.foundMax`; `atLeast`: there may be more. An index has to read
 * every result before it can order them, and a list that is read in order ends only when the page is full: the one is slow for a text
 * that a million rows contain, the other for a text that few contain. The planner's statistics are those of all companies together and do not
 * tell which one it is, so the beginning of the company's list does.
 */
export const search = async <Row>(db: Db, sought: Sought<Row>): Promise<{ rows: Row[] } & Counted> => {
  const { look, collect, page, sorted, size } = sought;
  const first = await look(LOOKED);
  if (first.isAll) return { rows: await page(null), ...counted(first.fitting, true) };
  if (first.fitting * LOOKED > FREQUENT * first.looked) {
    const rows = await db.within(TIMEOUT_MS, () => page(null));
    const { fitting, isAll } = await lookFurther(look, first.fitting);
    return { rows: rows ?? (await db.within(TIMEOUT_MS, sorted)) ?? [], ...counted(fitting, isAll) };
  }
  if (sought.held) return searchHeld(db, sought, sought.held);
  const ids = await db.within(TIMEOUT_MS, () => collect(MAX_COLLECTED + 1));
  if (ids && ids.length <= MAX_COLLECTED) return { rows: await page(ids), ...counted(ids.length, true) };
  const near = await db.within(TIMEOUT_MS, () => page(null, WALKED));
  const rows = (near && near.length === size ? near : await db.within(TIMEOUT_MS, sorted)) ?? near ?? [];
  return { rows, ...counted(ids?.length ?? Math.max(first.fitting, rows.length), false) };
};

/** The same for a search that is rare at the beginning of a list whose index alone tells which rows fit. */
const searchHeld = async <Row>(
  db: Db,
  { collect, page, size }: Sought<Row>,
  { expected, walk, besides }: Held<Row>,
): Promise<{ rows: Row[] } & Counted> => {
  const found = await expected();
  const near = found > MAX_COLLECTED ? await db.within(TIMEOUT_MS, () => walk(WALKED)) : null;
  if (near?.rows.length === size) return { rows: near.rows, ...counted(near.fitting, false) };
  const ids = found === Infinity ? null : await db.within(TIMEOUT_MS, () => collect(MAX_COLLECTED + 1));
  if (ids && ids.length <= MAX_COLLECTED) {
    const others = await besides(limits.foundMax + 1);
    return { rows: await page(ids), ...counted(ids.length + others, true) };
  }
  const rows = (await db.within(TIMEOUT_MS, () => page(null))) ?? near?.rows ?? [];
  return { rows, ...counted(ids?.length ?? Math.max(near?.fitting ?? 0, rows.length), false) };
};

/** Counts as far as the results of a search with that frequency should be enough, and if they are not, as far as it may. */
const lookFurther = async (look: Sought<unknown>['look'], frequency: number): Promise<Looked> => {
  const enough = Math.min(FURTHER, Math.ceil((1.2 * LOOKED * limits.foundMax) / Math.max(frequency, 1)));
  const found = await look(enough);
  return found.isAll || found.fitting > limits.foundMax || enough === FURTHER ? found : look(FURTHER);
};

/** `isAll`: no other row fits. */
const counted = (fitting: number, isAll: boolean): Counted => ({
  count: Math.min(fitting, limits.foundMax),
  atLeast: !isAll || fitting > limits.foundMax,
});

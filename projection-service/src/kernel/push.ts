import type { PushChange, PushChannel } from '@prosa/contracts';
import type { Counter } from './counter.ts';
import type { Db } from './db.ts';
import { toldTo } from './reach.ts';
import type { AnyRow, Rows } from './rows.ts';

/** How changes of a table's rows are pushed to screens (decision 33). `definePush` creates it. */
export type Push<Row extends AnyRow = AnyRow> = {
  rows: Rows<Row>;
  channel: PushChannel;
  /**
   * GET's own query by id, within the company of `db`: the records that GET would return now, by id. A missing record is deleted or not
   * visible.
   */
  records(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Record<string, unknown>>>;
  /** The rooms that may see a row, computed from the row itself or from its parent rows (for a message: its ticket, and a later one). */
  rooms(row: Row, parent: AnyRow | null, next?: AnyRow | null): string[];
  /** `id` is null if the row has no parent. */
  parent: { rows: Rows; id(row: Row): string | null; next: Next | null } | null;
  counters: readonly CountedIn[];
  news: readonly NewsOf[];
  action?(before: Row, after: Row): PushChange['action'];
  narrow?(before: Row | null, after: Row | null): PushChange['narrow'];
  mostPerSecond?: number;
};

/** How rows find a second parent, created after them, whose rooms get them too. */
export type Next = {
  /** Returns that parent's id by row id; rows without one are left out. */
  of(db: Db, rows: readonly AnyRow[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the ids of the rows for which one of these became that parent. */
  rows(db: Db, parents: readonly AnyRow[]): Promise<readonly string[]>;
};

/** A counter whose values are part of the records: `id` returns the id of the row whose record contains a group's count, null if none does. */
export type CountedIn = { counter: Counter; id: (group: AnyRow) => string | null };

/**
 * Rows of another table whose changes are news of these records, which do not change themselves: `ids` returns the ids of the rows that are
 * pushed again, with `action`; `now` is null if the row was deleted.
 */
export type NewsOf<Row extends AnyRow = AnyRow> = {
  rows: Rows<Row>;
  ids: (before: Row | null, now: Row | null) => readonly string[];
  action?: NonNullable<PushChange['action']>;
};

/** Defines the news that a table's changes are of other records. */
export const defineNews = <Row extends AnyRow>(news: NewsOf<Row>): NewsOf => news as unknown as NewsOf;

type Common<Row extends AnyRow> = Pick<Push<Row>, 'channel' | 'records'> & {
  /** Returns `updateUnread` if nothing else changed. Without it: an ordinary update. */
  action?: (before: Row, after: Row) => PushChange['action'];
  narrow?: (before: Row | null, after: Row | null) => PushChange['narrow'];
  /**
   * If more rows of a company change in a second, they are pushed as one `reload` for each batch: for rows that are written many at
   * a time while nobody waits for a single one.
   */
  mostPerSecond?: number;
  /** A record is pushed again if one of these counts changed. */
  counters?: readonly CountedIn[];
  news?: readonly NewsOf[];
};

/** Pushes the changed rows of a table to the rooms that `rooms` returns for each row. */
export const definePush = <Row extends AnyRow>(rows: Rows<Row>, push: Common<Row> & { rooms: (row: Row) => string[] }): Push => {
  const made: Push<Row> = {
    counters: [],
    news: [],
    ...push,
    rows,
    parent: null,
    rooms: (row) => toldTo(rows, row.companyId, push.rooms(row)),
  };
  return made as unknown as Push;
};

/**
 * The same for rows whose rooms are those of another table's row (of the same stream); rows without such a parent go to `alone`. With
 * `next` they go also to the rooms of a parent created later: the row is pushed again when that one is created.
 */
export const definePushIn = <Row extends AnyRow, Parent extends AnyRow>(
  rows: Rows<Row>,
  parent: {
    rows: Rows<Parent>;
    id: (row: Row) => string | null;
    rooms: (parent: Parent) => string[];
    alone?: (row: Row) => string[];
    next?: Next;
  },
  push: Common<Row>,
): Push => {
  const made: Push<Row> = {
    counters: [],
    news: [],
    ...push,
    rows,
    parent: { rows: parent.rows as unknown as Rows, id: parent.id, next: parent.next ?? null },
    rooms: (row, found, next) => {
      const own = found ? parent.rooms(found as Parent) : parent.alone && parent.id(row) === null ? parent.alone(row) : [];
      const all = next ? new Set([...own, ...parent.rooms(next as Parent)]) : own;
      return toldTo(rows, row.companyId, [...all]);
    },
  };
  return made as unknown as Push;
};

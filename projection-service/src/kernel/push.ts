import type { PushChange, PushChannel } from '@prosa/contracts';
import type { Counter } from './counter.ts';
import type { Db } from './db.ts';
import { toldTo } from './reach.ts';
import type { AnyRow, Rows } from './rows.ts';

/** How changes of a table's rows are told to screens (ADR 22). `definePush` makes it. */
export type Push<Row extends AnyRow = AnyRow> = {
  rows: Rows<Row>;
  channel: PushChannel;
  /** GET's own query by id, within the company of `db`: the records that GET would answer now, by id. One that is not there is gone. */
  records(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Record<string, unknown>>>;
  /** Rooms in which a row is heard, by the row itself or by another's (a message's: its ticket's). */
  rooms(row: Row, parent: AnyRow | null): string[];
  parent: { rows: Rows; id(row: Row): string } | null;
  counters: readonly CountedIn[];
  action?(before: Row, after: Row): PushChange['action'];
  narrow?(before: Row | null, after: Row | null): PushChange['narrow'];
};

/** A counter whose numbers stand in the records: `id` is of the row in whose record a group's does. */
export type CountedIn = { counter: Counter; id: (group: AnyRow) => string };

type Common<Row extends AnyRow> = Pick<Push<Row>, 'channel' | 'records'> & {
  /** `updateUnread` where nothing else changed. Its absence: an update like any other. */
  action?: (before: Row, after: Row) => PushChange['action'];
  narrow?: (before: Row | null, after: Row | null) => PushChange['narrow'];
  /** A record is told anew where one of its numbers changed. */
  counters?: readonly CountedIn[];
};

/** Pushes the changed rows of a table to the rooms that each names. */
export const definePush = <Row extends AnyRow>(rows: Rows<Row>, push: Common<Row> & { rooms: (row: Row) => string[] }): Push => {
  const made: Push<Row> = {
    counters: [],
    ...push,
    rows,
    parent: null,
    rooms: (row) => toldTo(rows, row.companyId, push.rooms(row)),
  };
  return made as unknown as Push;
};

/** The same, where a row is heard in the rooms of another table's row (of the same stream). */
export const definePushIn = <Row extends AnyRow, Parent extends AnyRow>(
  rows: Rows<Row>,
  parent: { rows: Rows<Parent>; id: (row: Row) => string; rooms: (parent: Parent) => string[] },
  push: Common<Row>,
): Push => {
  const made: Push<Row> = {
    counters: [],
    ...push,
    rows,
    parent: { rows: parent.rows as unknown as Rows, id: parent.id },
    rooms: (row, found) => (found ? toldTo(rows, row.companyId, parent.rooms(found as Parent)) : []),
  };
  return made as unknown as Push;
};

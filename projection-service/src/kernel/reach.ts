import { EVERYONE, PLATFORM } from '@prosa/contracts';
import { type Db, sql } from './db.ts';
import type { TableBase } from './rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;
type Reaching = Pick<TableBase, 'table' | 'reach'>;

/**
 * Restricts a query to the rows of a table that the asker may read, as the table's policy does, but so that an index by company can be
 * used. With `super`, these are the rows of all customers' companies; PLATFORM is not one of them.
 */
export const inReach = (db: Db, { reach }: Reaching, companyId: Fragment = sql.fragment`company_id`): Fragment => {
  if (reach === 'super' && db.super) return sql.fragment`${companyId} <> ${PLATFORM}`;
  return reach === 'platform'
    ? sql.fragment`${companyId} in (${db.companyId}, ${PLATFORM})`
    : sql.fragment`${companyId} = ${db.companyId}`;
};

/** The room of all users who may read a row: its company's, or everyone's. */
export const roomOfReaders = ({ reach }: Reaching, companyId: string): string =>
  reach === 'platform' && companyId === PLATFORM ? EVERYONE : `company:${companyId}`;

/** Returns the rooms. Throws if EVERYONE is among them and not everyone may read the row. */
export const toldTo = (table: Reaching, companyId: unknown, rooms: string[]): string[] => {
  if (rooms.includes(EVERYONE) && roomOfReaders(table, companyId as string) !== EVERYONE)
    throw new Error(`${table.table} of ${companyId} is not for everyone to hear.`);
  return rooms;
};

import { Refused } from '@prosa/contracts';
import type { Counter } from './counter.ts';
import type { Rows } from './rows.ts';
import type { Table } from './table.ts';

/**
 * A unit of folding: a table of rows with the counters of its rows, or a log. Its name contains the versions of all its tables
 * (`ticket:4 ticket_count:1`), so that a changed fold has another name and is built alongside.
 */
export type Projection = { name: string; tables: readonly Table[] };

/** Projections that exist: by name, the number at the end of their tables' names. */
export type Made = Readonly<Record<string, number>>;

/** Groups tables into projections: a counter belongs to the rows that it counts. */
export const projectionsOf = (tables: readonly Table[]): Projection[] =>
  tables
    .filter((one) => one.kind !== 'counter')
    .map((one) => {
      const all = [one, ...tables.filter((counter) => counter.kind === 'counter' && countedBy(counter) === one)];
      return { name: nameOf(all), tables: all };
    });

/** The rows that a counter counts, directly or through another counter. */
const countedBy = ({ of }: Counter): Rows => (of.kind === 'counter' ? countedBy(of) : of);

const nameOf = (tables: readonly Table[]): string =>
  tables
    .map(({ table, version }) => `${table}:${version}`)
    .sort()
    .join(' ');

/** The tables of a projection, from its name alone: it may belong to other code. */
export const tablesNamed = (name: string): string[] => name.split(' ').map((one) => one.slice(0, one.indexOf(':')));

/** A table exists, but not at the position of the other tables that the query reads. */
export class Apart extends Error {
  override name = 'Apart';
}

/** A generation as a reader sees it: projections with one checkpoint. */
export type Seen = { position: string; state: 'live' | 'retired'; projections: Made };

/**
 * Finds the tables of this code's projections among the generations, all read in one snapshot. If the live generation no longer has a
 * projection of this code, uses the generation that was detached from it, provided that it is at the same position. Throws Apart if it is
 * not, and Refused ERR_BEHIND if this code's tables are not folded (yet).
 */
export const placesIn = (projections: readonly Projection[]) => {
  const names = new Map(projections.flatMap(({ name, tables }) => tables.map(({ table }) => [table, name] as const)));
  return {
    names,
    place:
      (live: Seen, left: readonly Seen[]) =>
      (table: string): number => {
        const name = names.get(table);
        if (name === undefined) throw new Error(`No feature brings a table ${table}.`);
        const made = live.projections[name];
        if (made !== undefined) return made;
        const found = left.find((one) => one.projections[name] !== undefined);
        if (!found) throw new Refused('ERR_BEHIND');
        if (found.position !== live.position) throw new Apart(`${name} is as of ${found.position}.`);
        return found.projections[name]!;
      },
  };
};

import { Refused } from '@prosa/contracts';
import type { Counter } from './counter.ts';
import type { Rows } from './rows.ts';
import type { Table } from './table.ts';

/**
 * What is folded as one: a table of rows with the counters of its rows, or a log. Its name tells the versions of all of them
 * (`ticket:4 ticket_count:1`), so that another folding has another name, and stands beside it.
 */
export type Projection = { name: string; tables: readonly Table[] };

/** Where projections are: by name, the number that ends the names of their tables. */
export type Made = Readonly<Record<string, number>>;

/** The projections that some tables make, by what is folded: a counter belongs to the rows that it counts. */
export const projectionsOf = (tables: readonly Table[]): Projection[] =>
  tables
    .filter((one) => one.kind !== 'counter')
    .map((one) => {
      const all = [one, ...tables.filter((counter) => counter.kind === 'counter' && countedBy(counter) === one)];
      return { name: nameOf(all), tables: all };
    });

/** The rows that a counter counts, or of which the counter that it counts does. */
const countedBy = ({ of }: Counter): Rows => (of.kind === 'counter' ? countedBy(of) : of);

const nameOf = (tables: readonly Table[]): string =>
  tables
    .map(({ table, version }) => `${table}:${version}`)
    .sort()
    .join(' ');

/** The tables of a projection, by its name alone: it may be another code's. */
export const tablesNamed = (name: string): string[] => name.split(' ').map((one) => one.slice(0, one.indexOf(':')));

/** A table is there, but not as of the position of what else is read. */
export class Apart extends Error {
  override name = 'Apart';
}

/** A generation as a reader sees it: projections with one checkpoint. */
export type Seen = { position: string; state: 'live' | 'retired'; projections: Made };

/**
 * Finds the tables of some code among generations, all read in one snapshot: where the common checkpoint has no projection of this code
 * any more, in one that was left by it, if that is as of the same position. Throws Apart if it is not, and Refused ERR_BEHIND where this
 * code's tables are not folded (yet).
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

import type { MediaLinks } from '@prosa/infra/runtime';
import type pg from 'pg';
import { createSqlTag, type IdentifierSqlToken, type QuerySqlToken } from 'slonik';
import type { z } from 'zod';

/**
 * slonik's tag: values are always bound, fragments compose, and ``sql.type(zodObject)`...` `` gives the row type. Columns arrive as pg
 * returns them: timestamptz as Date, bigint as a decimal string, arrays and jsonb unchanged.
 */
export const sql = createSqlTag();

/** The name of a read table, or its definition. */
export type Named = string | { table: string };

/**
 * One read transaction at one position, which sees only one company's rows, except what a table's reach allows. slonik's own pool is not
 * used: the projector runs the same queries within the transaction in which it writes.
 */
export type Db = {
  companyId: string;
  /** Whether all companies' rows are visible in tables of reach `super`. */
  super: boolean;
  /** All events up to and including this position have been folded into the rows. */
  position: bigint;
  /** A table at `position`, for use in queries: `from ${db.table(ticketRows)} t`. Throws if it is not (yet) there. */
  table(named: Named): IdentifierSqlToken;
  many<Row extends z.ZodType>(query: QuerySqlToken<Row>): Promise<z.output<Row>[]>;
  /** One row or null; throws if there are more. */
  maybe<Row extends z.ZodType>(query: QuerySqlToken<Row>): Promise<z.output<Row> | null>;
  /** Exactly one row. */
  one<Row extends z.ZodType>(query: QuerySqlToken<Row>): Promise<z.output<Row>>;
  /** The address of a file, valid from `at` on: the database's time in milliseconds since 1970, from SQL's now(). */
  mediaUrl(mediaId: string, at: number): string;
  /** The installation's app at Meta may send for longer what people write (`personWindowOf`). */
  hasHumanAgent: boolean;
  /** Returns the result of `work` if each of its queries takes at most `ms`; null if one took longer. */
  within<Result>(ms: number, work: () => Promise<Result>): Promise<Result | null>;
};

const CANCELED = '57014';

/** Runs queries over a connection that is already in a transaction. `place` returns the number at the end of a table's name. */
export const dbOf = (
  client: pg.ClientBase,
  asked: {
    companyId: string;
    super?: boolean;
    position: bigint;
    place: (table: string) => number;
    links?: MediaLinks | undefined;
    hasHumanAgent?: boolean | undefined;
  },
): Db => {
  const { companyId, super: isSuper = false, position, place, links, hasHumanAgent = false } = asked;
  const many: Db['many'] = async (query) => {
    const { rows } = await client.query(statementOf(client, query.sql.replaceAll('$slonik_', '$'), [...query.values]));
    return rows.map((row) => parsed(query.parser, row));
  };
  const maybe: Db['maybe'] = async (query) => {
    const rows = await many(query);
    if (rows.length > 1) throw new Error(`A query for one row found ${rows.length}.`);
    return rows[0] ?? null;
  };
  return {
    companyId,
    super: isSuper,
    position,
    table: (named) => {
      const table = typeof named === 'string' ? named : named.table;
      return sql.identifier(placed(table, place(table)));
    },
    many,
    maybe,
    one: async (query) => {
      const row = await maybe(query);
      if (row === null) throw new Error('A query for one row found none.');
      return row as NonNullable<typeof row>;
    },
    mediaUrl: (mediaId, at) => {
      if (!links) throw new Error('These queries were given no links to files.');
      return links.pathOf(mediaId, at);
    },
    hasHumanAgent,
    within: async (ms, work) => {
      await client.query(`savepoint within; set local statement_timeout = ${ms}`);
      try {
        return await work();
      } catch (error) {
        if ((error as { code?: string }).code !== CANCELED) throw error;
        return null;
      } finally {
        // The rollback also restores the previous timeout.
        await client.query('rollback to savepoint within');
      }
    },
  };
};

/** A connection keeps each statement that it has prepared; the query texts beyond this number are planned at each use. */
const MAX_PREPARED = 200;
/** The names of each connection's prepared statements by their texts. No name is given twice: a wrapped client is the same connection. */
const prepared = new WeakMap<pg.ClientBase, Map<string, string>>();
let named = 0;

/**
 * Prepares a query once per connection, because parsing and planning cost more than executing most queries. Not used for text searches,
 * whose best plan depends on the text.
 */
const statementOf = (client: pg.ClientBase, text: string, values: unknown[]): pg.QueryConfig => {
  const names = prepared.get(client) ?? new Map<string, string>();
  prepared.set(client, names);
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED && !/ like /.test(text)) {
    name = `read ${named}`;
    named += 1;
    names.set(text, name);
  }
  return { text, values, ...(name && { name }) };
};

export const tableName = (table: string, made: number): string => `${table}_${made}`;

/** The number of the tables that last for one transaction; those of schema `read` are numbered from 1 on. */
export const FLEETING = 0;

/** Schema and name of a table. */
export const placed = (table: string, made: number): [schema: string, name: string] => [
  made === FLEETING ? 'pg_temp' : 'read',
  tableName(table, made),
];

/** The error names the fields that do not match, never the values. */
const parsed = <Row extends z.ZodType>(schema: Row, row: unknown): z.output<Row> => {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  throw new Error(`A row does not fit its schema at ${result.error.issues.map(({ path }) => path.join('.')).join(', ')}.`);
};

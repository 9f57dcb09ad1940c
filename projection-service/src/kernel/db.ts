import type pg from 'pg';
import { createSqlTag, type IdentifierSqlToken, type QuerySqlToken } from 'slonik';
import type { z } from 'zod';

/**
 * slonik's tag: values are always bound, fragments compose, and ``sql.type(zodObject)`...` `` says what a row is. Columns arrive as pg
 * gives them: timestamptz as Date, bigint as a decimal string, arrays and jsonb as they are.
 */
export const sql = createSqlTag();

/** The name of a read table, or its definition. */
export type Named = string | { table: string };

/**
 * One transaction as of one position, in which nothing of another company is to be seen but what a table's reach allows. slonik's own pool is not used: the projector
 * runs these very queries within the transaction that it writes in.
 */
export type Db = {
  companyId: string;
  /** Whether all companies' rows are to be seen in tables of reach `super`. */
  super: boolean;
  /** All events up to and with this one are in what is read. */
  position: bigint;
  /** A table as it stands at `position`, for use in queries: `from ${db.table(ticketRows)} t`. Throws where it is not (yet) there. */
  table(named: Named): IdentifierSqlToken;
  many<Row extends z.ZodType>(query: QuerySqlToken<Row>): Promise<z.output<Row>[]>;
  /** One row or none; throws if there are more. */
  maybe<Row extends z.ZodType>(query: QuerySqlToken<Row>): Promise<z.output<Row> | null>;
  /** Exactly one row. */
  one<Row extends z.ZodType>(query: QuerySqlToken<Row>): Promise<z.output<Row>>;
  /** What `work` gives whose queries take no longer than `ms` each; null where one did. */
  within<Result>(ms: number, work: () => Promise<Result>): Promise<Result | null>;
};

const CANCELED = '57014';

/** Queries over a connection that is in a transaction already. `place` gives the number that ends a table's name. */
export const dbOf = (
  client: pg.ClientBase,
  asked: { companyId: string; super?: boolean; position: bigint; place: (table: string) => number },
): Db => {
  const { companyId, super: isSuper = false, position, place } = asked;
  const many: Db['many'] = async (query) => {
    const { rows } = await client.query(prepared(query.sql.replaceAll('$slonik_', '$'), [...query.values]));
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
      return sql.identifier(['read', tableName(table, place(table))]);
    },
    many,
    maybe,
    one: async (query) => {
      const row = await maybe(query);
      if (row === null) throw new Error('A query for one row found none.');
      return row as NonNullable<typeof row>;
    },
    within: async (ms, work) => {
      await client.query(`savepoint within; set local statement_timeout = ${ms}`);
      try {
        return await work();
      } catch (error) {
        if ((error as { code?: string }).code !== CANCELED) throw error;
        return null;
      } finally {
        // With it the timeout is what it was.
        await client.query('rollback to savepoint within');
      }
    },
  };
};

/** A shape of query over this many is planned at each use: each is kept by every connection. */
const MAX_PREPARED = 200;
const names = new Map<string, string>();

/**
 * A query that Postgres parses and plans once a connection, which costs more than most of them take. Not those that look for a text: how
 * is best hangs on the text.
 */
const prepared = (text: string, values: unknown[]): pg.QueryConfig => {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED && !/ like /.test(text)) {
    name = `read ${names.size}`;
    names.set(text, name);
  }
  return { text, values, ...(name && { name }) };
};

export const tableName = (table: string, made: number): string => `${table}_${made}`;

/** Names what does not fit, never the values. */
const parsed = <Row extends z.ZodType>(schema: Row, row: unknown): z.output<Row> => {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  throw new Error(`A row does not fit its schema at ${result.error.issues.map(({ path }) => path.join('.')).join(', ')}.`);
};

import { together } from '@prosa/infra/runtime';
import type pg from 'pg';
import { type SqlType, snake } from '../../kernel/columns.ts';
import type { AnyRow } from '../../kernel/rows.ts';
import type { Table } from '../../kernel/table.ts';
import { qualified } from './tables.ts';

/** Writes whose arrays are already built and only need to be sent. */
export type Write = (client: pg.ClientBase) => Promise<unknown>;

/** Runs writes in order; each is built while Postgres executes the earlier ones. */
export const writeAll = async (client: pg.ClientBase, writes: Iterable<Write>): Promise<void> => {
  const working: Promise<unknown>[] = [];
  for (const write of writes) working.push(write(client));
  await together(working);
};

/** The SQL statements for one table of one generation: always for many rows at once. */
export type Statements = {
  load(client: pg.ClientBase, keys: readonly string[]): Promise<AnyRow[]>;
  find(client: pg.ClientBase, where: AnyRow): Promise<AnyRow[]>;
  insert(rows: readonly AnyRow[]): Write;
  upsert(rows: readonly AnyRow[]): Write;
  remove(keys: readonly string[]): Write;
  /** Adds each row's `count` and sums to the stored ones; returns the resulting rows, and deletes those that count 0. */
  add(client: pg.ClientBase, rows: readonly AnyRow[]): Promise<AnyRow[]>;
};

/**
 * Rows are sent as one array per column, so that a statement's text is the same for any number of rows: a fifth cheaper for Postgres than
 * json_to_recordset, and half the work here.
 */
export const statementsOf = (one: Table, generation: number): Statements => {
  const { columns, id } = one;
  const name = qualified(one.table, generation);
  const fields = Object.entries(columns).map(([field, { sql }]) => ({ field, sql }));
  // Sums are numbers, as in the rows that they add up.
  const wide = one.kind === 'counter' ? Number : BigInt;
  const bigints = fields.filter(({ sql }) => sql === 'bigint').map(({ field }) => field);
  const column = (field: string): string => `"${snake(field)}"`;
  const key = column(id);
  const keyType = columns[id]?.sql ?? 'uuid';
  const names = fields.map(({ field }) => column(field)).join(', ');
  const selected = fields.map(({ field }) => `${column(field)} as "${field}"`).join(', ');
  const arrays = fields.map(({ sql }, place) => `$${place + 1}::${isArray(sql) ? 'text' : sql}[]`).join(', ');
  const values = fields.map(({ field, sql }) => (isArray(sql) ? `r.${column(field)}::${sql}` : `r.${column(field)}`)).join(', ');
  const insertText = `insert into ${name} as old (${names}) select ${values} from unnest(${arrays}) as r(${names})`;
  const others = fields.filter(({ field }) => field !== id).map(({ field }) => `${column(field)} = excluded.${column(field)}`);
  const loadText = `select ${selected} from ${name} where ${key} = any($1::${keyType}[])`;
  const upsertText = `${insertText} on conflict (${key}) do update set ${others.join(', ')}`;
  const added = ['count', ...(one.kind === 'counter' ? one.sums : [])].map(column);
  const sums = added.map((name) => `${name} = old.${name} + excluded.${name}`).join(', ');
  const addText = `${insertText} on conflict (${key}) do update set ${sums} returning ${selected}`;
  const removeText = `delete from ${name} where ${key} = any($1::${keyType}[])`;

  const toArrays = (rows: readonly AnyRow[]): string[] => fields.map(({ field, sql }) => arrayOf(rows, field, sql));
  const fromPg = (row: AnyRow): AnyRow => {
    for (const field of bigints) if (row[field] !== null) row[field] = wide(row[field] as string);
    return row;
  };

  /** Prepared once per connection: parsing and planning cost more than the few rows of a live batch. */
  const run = (client: pg.ClientBase, what: string, text: string, given: unknown[]): Promise<pg.QueryResult<AnyRow>> =>
    client.query<AnyRow>({ name: `${what} ${name}`, text, values: given });

  return {
    async load(client, keys) {
      return (await run(client, 'load', loadText, [keys])).rows.map(fromPg);
    },
    async find(client, where) {
      const holds = Object.keys(where).map((field, place) => `${column(field)} = $${place + 1}`);
      const text = `select ${selected} from ${name} where ${holds.join(' and ')} order by ${key}`;
      return (await client.query<AnyRow>(text, Object.values(where))).rows.map(fromPg);
    },
    insert(rows) {
      const given = toArrays(rows);
      return (client) => run(client, 'insert', insertText, given);
    },
    upsert(rows) {
      const given = toArrays(rows);
      return (client) => run(client, 'upsert', upsertText, given);
    },
    remove: (keys) => (client) => run(client, 'remove', removeText, [keys]),
    async add(client, rows) {
      const now = (await run(client, 'add', addText, toArrays(rows))).rows.map(fromPg);
      const empty = now.filter((row) => row.count === 0).map((row) => row[id]);
      if (empty.length > 0) await run(client, 'remove', removeText, [empty]);
      return now;
    },
  };
};

/** An array within a row is sent as a text literal: unnest would flatten nested arrays. */
const isArray = (sql: SqlType): boolean => sql.endsWith('[]');

const quoted = (value: string): string => `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
const listed = (value: unknown): string => quoted(`{${(value as string[]).map(quoted).join(',')}}`);

/** Formats a value as an element of an array literal. */
const elements: Record<SqlType, (value: unknown) => string> = {
  text: (value) => quoted(value as string),
  uuid: (value) => quoted(value as string),
  'text[]': listed,
  'uuid[]': listed,
  timestamptz: (value) => (value as Date).toISOString(),
  // JSON contains no raw control characters, so JSON's own string quoting is valid in an array literal.
  jsonb: (value) => JSON.stringify(JSON.stringify(value)),
  boolean: String,
  integer: String,
  'double precision': String,
  bigint: String,
};

/**
 * One field of all rows as a Postgres array literal, without the nulls at its end: `unnest` fills up shorter arrays with nulls, and most
 * columns of a message are null in all rows.
 */
const arrayOf = (rows: readonly AnyRow[], field: string, sql: SqlType): string => {
  const element = elements[sql];
  const end = rows.findLastIndex((row) => row[field] != null) + 1;
  const parts = rows.slice(0, end).map((row) => (row[field] == null ? 'NULL' : element(row[field])));
  return `{${parts.join(',')}}`;
};

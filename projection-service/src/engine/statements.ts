import type pg from 'pg';
import { snake } from '../kernel/columns.ts';
import type { Table } from '../kernel/feature.ts';
import type { AnyRow } from '../kernel/rows.ts';
import { qualified } from './tables.ts';

/** What the engine says to Postgres about one table of one generation: always many rows at once. */
export type Statements = {
  load(client: pg.ClientBase, keys: readonly string[]): Promise<AnyRow[]>;
  find(client: pg.ClientBase, where: AnyRow): Promise<AnyRow[]>;
  insert(client: pg.ClientBase, rows: readonly AnyRow[]): Promise<void>;
  upsert(client: pg.ClientBase, rows: readonly AnyRow[]): Promise<void>;
  remove(client: pg.ClientBase, keys: readonly string[]): Promise<void>;
  /** Adds `count` to each row's; gives them as they are then, and drops those at 0. */
  add(client: pg.ClientBase, rows: readonly AnyRow[]): Promise<AnyRow[]>;
};

/** Rows go as one JSON parameter, so that a statement's text is the same for any number of them. */
export const statementsOf = (one: Table, generation: number): Statements => {
  const { columns, id } = one;
  const name = qualified(one.table, generation);
  const fields = Object.keys(columns);
  const bigints = fields.filter((field) => columns[field]?.sql === 'bigint');
  const column = (field: string): string => `"${snake(field)}"`;
  const key = column(id);
  const keyType = columns[id]?.sql ?? 'uuid';
  const listed = fields.map(column).join(', ');
  const selected = fields.map((field) => `${column(field)} as "${field}"`).join(', ');
  const given = fields.map((field) => `"${field}" ${columns[field]?.sql}`).join(', ');
  const insertInto = `insert into ${name} as old (${listed}) select ${fields.map((field) => `r."${field}"`).join(', ')} from json_to_recordset($1) as r(${given})`;
  const others = fields.filter((field) => field !== id).map((field) => `${column(field)} = excluded.${column(field)}`);
  const loadText = `select ${selected} from ${name} where ${key} = any($1::${keyType}[])`;
  const upsertText = `${insertInto} on conflict (${key}) do update set ${others.join(', ')}`;
  const addText = `${insertInto} on conflict (${key}) do update set "count" = old."count" + excluded."count" returning ${selected}`;
  const removeText = `delete from ${name} where ${key} = any($1::${keyType}[])`;

  const toJson = (rows: readonly AnyRow[]): string => {
    if (bigints.length === 0) return JSON.stringify(rows);
    return JSON.stringify(
      rows.map((row) => {
        const copy = { ...row };
        for (const field of bigints) if (typeof copy[field] === 'bigint') copy[field] = String(copy[field]);
        return copy;
      }),
    );
  };
  const fromPg = (row: AnyRow): AnyRow => {
    for (const field of bigints) if (row[field] !== null) row[field] = BigInt(row[field] as string);
    return row;
  };

  return {
    async load(client, keys) {
      return (await client.query<AnyRow>(loadText, [keys])).rows.map(fromPg);
    },
    async find(client, where) {
      const holds = Object.keys(where).map((field, place) => `${column(field)} = $${place + 1}`);
      const text = `select ${selected} from ${name} where ${holds.join(' and ')} order by ${key}`;
      return (await client.query<AnyRow>(text, Object.values(where))).rows.map(fromPg);
    },
    async insert(client, rows) {
      await client.query(insertInto, [toJson(rows)]);
    },
    async upsert(client, rows) {
      await client.query(upsertText, [toJson(rows)]);
    },
    async remove(client, keys) {
      await client.query(removeText, [keys]);
    },
    async add(client, rows) {
      const now = (await client.query<AnyRow>(addText, [toJson(rows)])).rows.map(fromPg);
      const empty = now.filter((row) => row.count === 0).map((row) => row[id]);
      if (empty.length > 0) await client.query(removeText, [empty]);
      return now;
    },
  };
};

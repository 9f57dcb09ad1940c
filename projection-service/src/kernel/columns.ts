/** A column of a read table: its SQL type, and the type of its values in rows. */
export type Column<Value> = { sql: SqlType; nullable: boolean; value?: Value };
export type SqlType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'timestamptz'
  | 'uuid[]'
  | 'text[]'
  | 'jsonb';

/** Columns by field name (camelCase; snake_case in SQL). Every table has the company, which the row-level policies use. */
export type Columns = { companyId: Column<string> } & Record<string, Column<unknown>>;

/** The row type that the columns describe. */
export type RowOf<C extends Record<string, Column<unknown>>> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

export const uuid = (): Column<string> => ({ sql: 'uuid', nullable: false });
export const text = <Value extends string = string>(): Column<Value> => ({ sql: 'text', nullable: false });
/** 32 bits. */
export const integer = (): Column<number> => ({ sql: 'integer', nullable: false });
/** Any finite number, exactly as JavaScript has it. */
export const double = (): Column<number> => ({ sql: 'double precision', nullable: false });
/** A position or revision of the event store. */
export const position = (): Column<bigint> => ({ sql: 'bigint', nullable: false });
/** A counter's sum of its rows' integers: 64 bits, a number here. */
export const total = (): Column<number> => ({ sql: 'bigint', nullable: false });
export const flag = (): Column<boolean> => ({ sql: 'boolean', nullable: false });
/** A time with millisecond precision. */
export const time = (): Column<Date> => ({ sql: 'timestamptz', nullable: false });
export const uuids = (): Column<string[]> => ({ sql: 'uuid[]', nullable: false });
export const texts = (): Column<string[]> => ({ sql: 'text[]', nullable: false });
/** Any JSON value (no Date, no bigint). */
export const json = <Value>(): Column<Value> => ({ sql: 'jsonb', nullable: false });
export const nullable = <Value>(column: Column<Value>): Column<Value | null> => ({ sql: column.sql, nullable: true });

/** The SQL name of a field. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

import type { Counter } from './counter.ts';
import type { Log, Rows } from './rows.ts';

/** Any of the read tables. */
export type Table = Rows | Log | Counter;

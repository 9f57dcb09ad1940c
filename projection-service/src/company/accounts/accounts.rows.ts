import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { defineCounter } from '../../kernel/counter.ts';
import type { Rows } from '../../kernel/rows.ts';

/** How many records of a kind a company has that count toward its plan, for those who keep all companies. */
const countOf = (table: string, of: Rows) =>
  defineCounter({
    table,
    version: 1,
    reach: 'super',
    of,
    columns: {},
    group: ({ deleted, kind }) => (deleted || kind === 'sample' ? null : {}),
  });

export const connectionCounts = countOf('connection_count', connectionRows);
export const queueCounts = countOf('queue_count', queueRows);

import { connectionEvents, connections } from '@prosa/contracts';
import { recordRows } from '../records/record.rows.ts';

/** Connections, without the hash of their token; a deleted one keeps its row for the history. */
export const connectionRows = recordRows(connections, {
  changedBy: [connectionEvents.ConnectionStatusChanged],
  ignores: [connectionEvents.ConnectionSessionAsked],
});

import { queues } from '@prosa/contracts';
import { recordRows } from '../records/record.rows.ts';

/** Queues; a deleted one keeps its row for the history. */
export const queueRows = recordRows(queues);

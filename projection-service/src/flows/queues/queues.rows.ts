import { queues } from '@prosa/contracts';
import { recordRows } from '../../records/record.rows.ts';

/** Queues; a deleted one keeps its row, because the history refers to it. */
export const queueRows = recordRows(queues);

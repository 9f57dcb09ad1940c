import type { Feature } from '../../shell/feature.ts';
import { queues } from './queues.slice.ts';

/** The queues' names and colours, for lists and dialogs. */
export const feature: Feature = { name: 'queues', slices: [queues.slice], saga: queues.saga };

import type { Feature } from '../../shell/feature.ts';
import { quickReplies } from './quick-messages.slice.ts';

/** Answers that are often given. */
export const feature: Feature = { name: 'quick-messages', slices: [quickReplies.slice], saga: quickReplies.saga };

import type { Feature } from '../../shell/feature.ts';
import { plans } from './plans.slice.ts';

/** The plans that companies subscribe to, a tab of the settings. */
export const feature: Feature = { name: 'plans', slices: [plans.slice], saga: plans.saga };

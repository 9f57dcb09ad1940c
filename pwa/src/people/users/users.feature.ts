import type { Feature } from '../../shell/feature.ts';
import { users } from './users.slice.ts';

/** The company's users: for filters and transfers. */
export const feature: Feature = { name: 'users', slices: [users.slice], saga: users.saga };

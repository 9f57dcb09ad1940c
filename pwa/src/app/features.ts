import type { Feature } from '../kernel/feature.ts';
import { tickets } from '../tickets/tickets.feature.ts';

/** Every feature behind the sign-in. The drawer shows their entries in this order. */
export const features: Feature[] = [tickets];

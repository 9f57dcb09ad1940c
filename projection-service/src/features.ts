import type { Feature, FindAsker } from './kernel/feature.ts';

/** Every feature of the read side: its tables, pushes and calls. */
export const features: readonly Feature[] = [];

/** Who asks, as the users' and sessions' tables say. */
export const findAsker: FindAsker = async () => null;

import type { Feature } from '../kernel/feature.ts';

export const tickets: Feature = { name: 'tickets' };

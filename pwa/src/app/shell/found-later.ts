import type { Feature } from '../../shell/feature.ts';

const found = import.meta.glob<Feature>('../../**/*.later.ts', { eager: true, import: 'feature' });

/** Every feature in a `{feature}.later.ts`. */
export const features: Feature[] = Object.values(found);

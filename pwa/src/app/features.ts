import type { Feature } from '../shell/feature.ts';

const found = import.meta.glob<Feature>('../**/*.feature.ts', { eager: true, import: 'feature' });

/** Every feature behind the sign-in: every folder with a `{feature}.feature.ts`. */
export const features: Feature[] = Object.values(found);

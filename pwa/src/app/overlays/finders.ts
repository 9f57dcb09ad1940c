import type { Finder } from '../../shell/feature.ts';

const found = import.meta.glob<Finder>('../../**/*.finder.tsx', { eager: true, import: 'finder' });

/** The searches of the palette: every `{feature}.finder.tsx`. */
export const finders: Finder[] = Object.values(found).toSorted((a, b) => a.place - b.place);

import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import type { Finder } from '../../shell/feature.ts';

const found = import.meta.glob<Finder>('../../**/*.finder.tsx', { eager: true, import: 'finder' });

/** The searches of the palette: every `{feature}.finder.tsx`. */
export const finders: Finder[] = Object.values(found).toSorted((a, b) => a.place - b.place);

/** Loads the texts that they use besides those of the app. */
export const loadFinderTexts = async (): Promise<void> =>
  void (await Promise.all(finders.flatMap(({ speaks }) => speaks ?? []).map(loadScreenTexts)));

import type { Bundle } from './texts.ts';

/** The files of the screens' texts, by path: `…/{folder}/{folder}.screen.{language}.json`. */
export const screenTexts = import.meta.glob<Bundle>('../../**/*.screen.*.json', { import: 'default' });

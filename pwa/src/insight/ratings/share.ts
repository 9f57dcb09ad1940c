import type { RatingFigures } from '@prosa/contracts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { locales } from '../../kernel/i18n/languages.ts';
import styles from './ratings.module.css';

/** The marks, the best first. */
export const marks = ['threes', 'twos', 'ones'] as const satisfies readonly (keyof RatingFigures)[];
/** The class of each mark's colour. */
export const markStyles = { threes: styles.threes, twos: styles.twos, ones: styles.ones };

/** A part of a whole in percent; of nothing it is 0. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100));

/** An average with its two decimals, in the language's format. */
export const averageText = (value: number): string =>
  new Intl.NumberFormat(locales[currentLanguage()], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

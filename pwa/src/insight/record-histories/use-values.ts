import type { RecordChange, RecordHistory } from '@prosa/contracts';
import { readableNumber } from '../../contacts/contacts/number.ts';
import { findText } from '../../kernel/i18n/dictionary.ts';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { locales } from '../../kernel/i18n/languages.ts';
import { useLanguage, useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { type Range, weekOf } from './hours.ts';
import { folders, type Kind } from './kinds.ts';
import { ownText } from './use-words.ts';

/** A value in words. `color`: it is a colour. `isNothing`: there is none. */
export type Shown = { text: string; color?: string; isNothing?: boolean };

/** Values that the form of their kind has words for, by field. */
const worded: Record<string, string> = {
  profile: 'profiles',
  distribution: 'ways',
  scheduleType: 'scheduleTypes',
  chatBotType: 'chatBotTypes',
};
const times = new Set(['dueDate', 'trialExpiration', 'erasesAt']);
const numbers = new Set(['number', 'otherNumbers']);
const switches: Record<string, 'yes' | 'no'> = { enabled: 'yes', true: 'yes', disabled: 'no', false: 'no' };

/** Says what fields are called, and what their values are, as the form of their kind does. */
export const useValues = (kind: Kind, names: RecordHistory['names']) => {
  const { t } = useTexts('record-histories');
  const language = useLanguage();
  const { date } = useFormat();
  const { folder, labels } = folders[kind];

  const labelOf = (field: string): string =>
    ownText(`fields.${field}`) ??
    findText(folder, labels === '' ? field : `${labels}.${field}`) ??
    findText(folder, `integrationKeys.${field}`) ??
    names[field] ??
    (field in names ? t('gone') : t('field'));

  const ofId = (id: string): string => names[id] ?? t('gone');
  const dayOf = (day: string): string => date(`${day}T12:00:00.000Z`);

  const textOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return t('nothing');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (field === 'cents') return formatMoney(Number(value) / 100);
    if (field === 'extraInfo')
      return (value as { name: string; value: string }[]).map((one) => `${one.name}: ${one.value}`).join('\n');
    if (field === 'schedules') return weekOf(value as Range[], locales[language]).join('\n') || t('nothing');
    if (field === 'holidays') return (value as string[]).map(dayOf).join(', ');
    if (Array.isArray(value)) return value.map((one) => ofId(String(one))).join(', ');
    const text = String(value);
    if (times.has(field)) return date(text);
    if (numbers.has(field)) return readableNumber(text) || text;
    if (/Id$/.test(field)) return ofId(text);
    if (field === 'country') return new Intl.DisplayNames(locales[language], { type: 'region' }).of(text) ?? text;
    const word = worded[field] && findText(folder, `${worded[field]}.${text}`);
    if (word) return word;
    if (kind === 'settings' || field === 'campaignsEnabled') return switches[text] ? t(switches[text]) : text;
    // A value of a field of the company's own.
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayOf(text) : text;
  };

  const show = (field: string, value: unknown): Shown => ({
    text: textOf(field, value),
    ...(field === 'color' && typeof value === 'string' && { color: value }),
    ...(value === null && { isNothing: true }),
  });
  /** Both values of a change; one alone where they are the same, where neither is told, and where everything begins. */
  const shownOf = (
    { field, from, to, withheld }: RecordChange,
    begins: boolean,
  ): { from?: Shown; to: Shown; isWithheld: boolean } => {
    if (withheld) return { to: { text: t(withheld) }, isWithheld: true };
    const after = show(field, to);
    return JSON.stringify(from) === JSON.stringify(to) || (begins && from === null)
      ? { to: after, isWithheld: false }
      : { from: show(field, from), to: after, isWithheld: false };
  };
  return { labelOf, shownOf };
};

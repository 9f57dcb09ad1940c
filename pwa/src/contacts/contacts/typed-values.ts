import { type ContactFieldView, readContactValue, shownTaxId } from '@prosa/contracts/schemas';
import { currentLanguage } from '../../kernel/i18n/dictionary.ts';
import { locales } from '../../kernel/i18n/languages.ts';
import { dayOf, shownDay, withSlashes } from '../../ui/fields/date-input.tsx';

type Field = Pick<ContactFieldView, 'type' | 'choices'>;

/** The marks of a number in the language of the screen. */
const marksOf = () => (currentLanguage() === 'en' ? { group: ',', decimal: '.' } : { group: '.', decimal: ',' });

/** A stored value as it is read. */
export const shownValue = ({ type }: Field, value: string): string => {
  if (value === '') return '';
  if (type === 'number')
    return new Intl.NumberFormat(locales[currentLanguage()], { maximumFractionDigits: 6 }).format(Number(value));
  if (type === 'date') return shownDay(value);
  return type === 'cpf' || type === 'cnpj' ? shownTaxId(value) : value;
};

/** A stored value as it is written: a number has no marks between its groups. */
export const writtenValue = (field: Field, value: string): string =>
  field.type === 'number' ? value.replace('.', marksOf().decimal) : shownValue(field, value);

/** What is typed, with the marks that its type has. */
export const typedValue = ({ type }: Field, text: string): string => (type === 'date' ? withSlashes(text) : text);

/** Reads what was written, in the form in which it is stored. */
export const readWritten = (field: Field, text: string) => {
  const { group, decimal } = marksOf();
  if (field.type === 'number') return readContactValue(field, text.trim().replaceAll(group, '').replace(decimal, '.'));
  return readContactValue(field, field.type === 'date' ? dayOf(text.trim()) : text);
};

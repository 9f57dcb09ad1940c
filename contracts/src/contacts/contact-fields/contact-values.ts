import * as f from '../../kernel/fields.ts';
import { visible } from '../../kernel/texts/visible.ts';
import type { ContactFieldView } from './contact-fields.record.ts';
import { readCnpj, readCpf } from './tax-ids.ts';

type Field = Pick<ContactFieldView, 'type' | 'choices'>;

/** The most characters of a value. */
const LENGTH = 500;

/** What a field of type choice offers, each once. */
export const choicesOf = ({ choices }: Pick<Field, 'choices'>): string[] => [
  ...new Set(
    choices
      .split('\n')
      .map((line) => visible(line))
      .filter((line) => line !== ''),
  ),
];

/** A value in the form in which it is stored, or why the text is none. `''` is no value. */
export type ReadValue = { value: string; fault?: undefined } | { value?: undefined; fault: string };

/**
 * Reads a value of a field: a number as `-1234.5`, a day as `yyyy-MM-dd`, a choice by its text, a CPF or CNPJ with or without its
 * punctuation.
 */
export const readContactValue = ({ type, choices }: Field, text: string): ReadValue => {
  const typed = visible(text);
  if (typed === '') return { value: '' };
  if (typed.length > LENGTH) return { fault: 'Too Long!' };
  if (!f.storable(typed)) return { fault: 'Invalid text' };
  const read = readers[type](typed, choices);
  return read === null ? { fault: faults[type] } : { value: read };
};

const readers: Record<Field['type'], (text: string, choices: string) => string | null> = {
  text: (text) => text,
  number: (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? text : null),
  date: (text) => (isDay(text) ? text : null),
  choice: (text, choices) => (choicesOf({ choices }).includes(text) ? text : null),
  cpf: readCpf,
  cnpj: readCnpj,
};
const faults: Record<Field['type'], string> = {
  text: 'Invalid text',
  number: 'Invalid number',
  date: 'Invalid date',
  choice: 'Invalid value',
  cpf: 'Invalid CPF',
  cnpj: 'Invalid CNPJ',
};

/** A value of a contact, by the id of its field. */
export type ContactValue = { fieldId: string; value: string };

/** The values of a contact after some of them changed; `changes` null: the person was forgotten. */
export const changedValues = (before: readonly ContactValue[], changes: readonly ContactValue[] | null): ContactValue[] =>
  changes === null
    ? []
    : [
        ...before.filter(({ fieldId }) => !changes.some((change) => change.fieldId === fieldId)),
        ...changes.filter(({ value }) => value !== ''),
      ];

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

import type { ContactFieldView, ContactView } from '@prosa/contracts/schemas';
import { useState } from 'react';
import { storedValue, type Written } from './typed-field.tsx';
import { readWritten, writtenValue } from './typed-values.ts';

/** The server's name of a field's value in a refusal. */
const refusalOf = (id: string): string => `fields.${id}`;

/** The company's fields in a form: what is written in them, and why it is no value. */
export const useTypedForm = (definitions: readonly ContactFieldView[], contact: ContactView | undefined) => {
  const [changed, setChanged] = useState<Written>({});
  const [faults, setFaults] = useState<Written>({});
  const storedOf = (id: string): string => (contact ? storedValue(contact, id) : '');
  /** A day is written as it is stored: its field shows it otherwise. */
  const begunOf = (field: ContactFieldView): string =>
    field.type === 'date' ? storedOf(field.id) : writtenValue(field, storedOf(field.id));
  const written = Object.fromEntries(definitions.map((field) => [field.id, changed[field.id] ?? begunOf(field)]));
  return {
    written,
    isChanged: definitions.some((field) => written[field.id] !== begunOf(field)),
    write: (id: string, text: string): void => {
      setChanged((before) => ({ ...before, [id]: text }));
      setFaults(({ [id]: _, ...others }) => others);
    },
    /** Returns the values that change; null if something written is no value. */
    read: () => {
      const read = definitions.map((field) => ({ id: field.id, ...readWritten(field, written[field.id]!) }));
      const wrong = Object.fromEntries(read.flatMap(({ id, fault }) => (fault === undefined ? [] : [[id, fault]])));
      setFaults(wrong);
      if (Object.keys(wrong).length > 0) return null;
      return read.flatMap(({ id, value = '' }) => (value === storedOf(id) ? [] : [{ fieldId: id, value }]));
    },
    isRefused: (refused: Written): boolean => definitions.some(({ id }) => refused[refusalOf(id)] !== undefined),
    faultsWith: (refused: Written): Written =>
      Object.fromEntries(
        definitions.flatMap(({ id }) => {
          const fault = faults[id] ?? refused[refusalOf(id)];
          return fault === undefined ? [] : [[id, fault]];
        }),
      ),
  };
};

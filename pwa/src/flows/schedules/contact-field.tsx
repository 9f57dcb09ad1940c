import { type ContactView, contactRoutes } from '@prosa/contracts';
import { createContext, useContext, useState } from 'react';
import { ContactLine, contactTitle } from '../../contacts/contacts/contact-line.tsx';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useFinder } from '../../kernel/calls/use-finder.ts';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { Field } from '../../ui/fields/field.tsx';

export type Named = { id: string; name: string | null };
/** The contact with which the form begins. */
export const FirstContact = createContext<Named | null>(null);

/** Searches the contact; its id is the field's value. */
export const ContactField = ({ label, error, value, onChange }: FieldProps) => {
  const words = useWords('schedules');
  const first = useContext(FirstContact);
  const [begun] = useState(() => (first ? (first.name ?? words('nameless')) : ''));
  const found = useFinder(contactRoutes.list, ({ contacts }) => contacts, contactTitle);
  // A contact that was chosen before the form was opened is not searched for.
  const isFirst = first !== null && value === first.id && found.chosen === null;
  return (
    <Field
      label={label}
      error={found.failure ? errorText(found.failure) : error}
      hint={value || found.items ? undefined : words('searchFrom3')}
    >
      {(control) => (
        <ComboBox<ContactView>
          control={control}
          label={words('contacts')}
          query={isFirst ? begun : found.query}
          autoFocus={first === null}
          onQuery={(text) => {
            found.write(text);
            onChange('');
          }}
          items={found.items}
          busy={found.isBusy}
          itemKey={({ id }) => id}
          onChoose={(contact) => {
            found.choose(contact);
            onChange(contact.id);
          }}
          render={(contact) => <ContactLine contact={contact} />}
        />
      )}
    </Field>
  );
};

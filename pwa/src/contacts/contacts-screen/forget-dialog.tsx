import type { ContactView } from '@prosa/contracts';
import { useState } from 'react';
import { useFormAct } from '../../desk/tickets/dialogs/use-form-act.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { contactName } from './contact-name.ts';
import { forgetContact } from './forget.command.ts';
import styles from './merge-dialog.module.css';

/** Says what is lost, what stays and for how long, and forgets a contact once its name was typed. */
export const ForgetDialog = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  const words = useWords('contacts-screen');
  const [typed, setTyped] = useState('');
  const name = contactName(contact);
  const isSame = spoken(typed) === spoken(name);
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(forgetContact, { id: contact.id }, isSame, onClose);
  return (
    <FormDialog
      title={words('forgetTitle')}
      about={name}
      act={words('forget')}
      danger
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className={styles.effects}>
        {['forgetGone', 'forgetOpen', 'forgetStays', 'forgetLater', 'forgetBack'].map((effect) => (
          <li key={effect}>{words(effect)}</li>
        ))}
      </ul>
      <Field label={words('forgetType', { name })} error={isAsked && !isSame ? words('forgetDiffers') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              again();
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
};

const spoken = (text: string): string => text.trim().toLocaleLowerCase();

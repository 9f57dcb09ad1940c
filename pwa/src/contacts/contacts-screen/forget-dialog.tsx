import type { ContactView } from '@prosa/contracts';
import { useState } from 'react';
import { useFormAct } from '../../desk/tickets/dialogs/use-form-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { contactName } from './contact-name.ts';
import { forgetContact } from './forget.command.ts';
import styles from './merge-dialog.module.css';

/** Says what is lost, what stays and for how long, and forgets a contact once its name was typed. */
export const ForgetDialog = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  useReturnFocus();
  const words = useWords('contacts-screen');
  const { t } = useTexts('ui');
  const [typed, setTyped] = useState('');
  const name = contactName(contact);
  const isSame = spoken(typed) === spoken(name);
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(forgetContact, { id: contact.id }, isSame, onClose);
  return (
    <Dialog
      title={
        <>
          {words('forgetTitle')}
          <span className="sub truncate">{name}</span>
        </>
      }
      isOpen
      onClose={onClose}
      onSubmit={submit}
      refusal={refusal}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="danger" type="submit" steady={`forget ${contact.id}`} busy={isBusy}>
            {words('forget')}
          </Button>
        </>
      }
    >
      <div className="form">
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
      </div>
    </Dialog>
  );
};

const spoken = (text: string): string => text.trim().toLocaleLowerCase();

import { type ContactView, contactRoutes } from '@prosa/contracts';
import { useId, useState } from 'react';
import { useFormAct } from '../../desk/tickets/dialogs/use-form-act.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useFinder } from '../../kernel/calls/use-finder.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useWords } from '../../records/use-words.ts';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ContactLine } from '../contacts/contact-line.tsx';
import { contactName, dialledNumber } from './contact-name.ts';
import { mergeContacts } from './merge.command.ts';
import styles from './merge-dialog.module.css';

/** Merges a contact with another one that is searched; both are shown, one of them stays. */
export const MergeDialog = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  const words = useWords('contacts-screen');
  const { t } = useTexts('tickets');
  const name = useId();
  const [keepId, setKeepId] = useState(contact.id);
  const others = ({ contacts }: { contacts: ContactView[] }) =>
    contacts.filter((one) => one.id !== contact.id && isMergeable(one));
  const found = useFinder(contactRoutes.list, others, contactName);
  const other = found.chosen;
  const both = other ? [contact, other] : [];
  const kept = both.find(({ id }) => id === keepId) ?? contact;
  const gone = both.find(({ id }) => id !== kept.id);
  const payload = { keepId: kept.id, mergeId: gone?.id ?? '' };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(mergeContacts, payload, gone !== undefined, onClose);
  const missing = isAsked && !other ? words('mergeChoose') : undefined;
  return (
    <FormDialog
      title={words('merge')}
      about={contactName(contact)}
      act={words('merge')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={words('mergeWith')}
        error={found.failure ? errorText(found.failure) : missing}
        hint={other || found.items ? undefined : t('searchFrom3')}
      >
        {(control) => (
          <ComboBox<ContactView>
            control={control}
            label={words('title')}
            query={found.query}
            autoFocus
            onQuery={(text) => {
              found.write(text);
              setKeepId(contact.id);
              again();
            }}
            items={found.items}
            busy={found.isBusy}
            itemKey={({ id }) => id}
            onChoose={found.choose}
            render={(one) => <ContactLine contact={one} />}
          />
        )}
      </Field>
      {gone && (
        <>
          <fieldset className="field">
            <legend className="label">{words('mergeKeeps')}</legend>
            {both.map((one) => (
              <label className={`check ${styles.one}`} key={one.id}>
                <input type="radio" name={name} checked={one.id === kept.id} onChange={() => setKeepId(one.id)} />
                <span className={styles.who}>
                  <span className="truncate">{contactName(one)}</span>
                  <small>{[dialledNumber(one), one.email].filter(Boolean).join(' · ')}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <ul className={styles.effects}>
            {['mergeNumber', 'mergeTickets', 'mergeData', 'mergeForGood'].map((effect) => (
              <li key={effect}>
                {words(effect, {
                  kept: contactName(kept),
                  gone: contactName(gone),
                  to: dialledNumber(kept),
                  from: dialledNumber(gone),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
};

/** Only who is reached by a phone number: an address of another channel is not one for messages to the kept contact. */
export const isMergeable = (contact: ContactView): boolean => dialledNumber(contact) !== '';

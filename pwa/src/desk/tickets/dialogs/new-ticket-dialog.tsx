import { type ContactView, contactRoutes } from '@prosa/contracts';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { ContactDialog } from '../../../contacts/contacts/contact-dialog.tsx';
import { ContactLine, contactTitle as nameOf } from '../../../contacts/contacts/contact-line.tsx';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useFinder } from '../../../kernel/calls/use-finder.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { ComboBox } from '../../../ui/fields/combo-box.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { Person } from '../../messages/kinds/card-acts.ts';
import { createTicket } from '../state/tickets.commands.ts';
import { selectServedQueues } from '../state/tickets.selectors.ts';
import { QueueField } from './queue-field.tsx';
import { useFormAct } from './use-form-act.ts';

/** A contact that was found, or the name of a new one. */
type Option = ContactView | { create: string };
const isNew = (option: Option): option is { create: string } => 'create' in option;

/** Opens a ticket with a contact in a queue; the user who opens it serves it. */
export const NewTicketDialog = ({ about, onClose }: { about?: Person; onClose: () => void }) => {
  const { t } = useTexts('tickets');
  const isAdmin = useSelector(selectMe)?.profile === 'admin';
  const choices = useSelector(selectServedQueues);
  const [picked, setPicked] = useState<string | null>(null);
  const [creating, setCreating] = useState<string | null>(null);
  const queueId = picked ?? (choices.length === 1 ? choices[0]!.id : null);
  const found = useFinder(contactRoutes.list, ({ contacts }) => contacts, nameOf, about?.number);
  const { chosen, choose } = found;
  const lacksQueue = queueId === null && !isAdmin;
  const payload = { contactId: chosen?.id ?? '', queueId };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(createTicket, payload, chosen !== null && !lacksQueue, onClose);

  const chooseQueue = (id: string) => {
    setPicked(id);
    again();
  };
  const handleMade = (made: ContactView) => {
    choose(made);
    setCreating(null);
  };
  // A person searched by the number of a contact card gets the name on the card.
  const card = about && found.query === about.number ? about : null;
  const name = card?.name ?? found.query.trim();
  const options: Option[] | null = found.items?.length === 0 ? [{ create: name }] : found.items;
  const contactError = found.failure ? errorText(found.failure) : isAsked && !chosen ? t('chooseContactError') : undefined;

  return (
    <>
      <FormDialog title={t('newTitle')} act={t('begin')} busy={isBusy} refusal={refusal} onSubmit={submit} onClose={onClose}>
        <Field label={t('contact')} error={contactError} hint={chosen || options ? undefined : t('searchFrom3')}>
          {(control) => (
            <ComboBox<Option>
              control={control}
              label={t('contacts')}
              query={found.query}
              autoFocus
              onQuery={(words) => {
                found.write(words);
                again();
              }}
              items={options}
              above={found.items?.length === 0 ? t('noContact', { name }) : undefined}
              busy={found.isBusy}
              itemKey={(option) => (isNew(option) ? 'create' : option.id)}
              onChoose={(option) => (isNew(option) ? setCreating(option.create) : choose(option))}
              render={(option) => (isNew(option) ? <CreateLine name={option.create} /> : <ContactLine contact={option} />)}
            />
          )}
        </Field>
        <QueueField
          queues={choices}
          chosen={queueId}
          onChoose={chooseQueue}
          isMissing={isAsked && lacksQueue}
          isOptional={isAdmin}
        />
      </FormDialog>
      {creating !== null && (
        <ContactDialog name={creating} number={card?.number ?? ''} onClose={() => setCreating(null)} onMade={handleMade} />
      )}
    </>
  );
};

const CreateLine = ({ name }: { name: string }) => {
  const { t } = useTexts('tickets');
  return (
    <>
      <span className="add-mark">
        <Icon of={Plus} />
      </span>
      <span className="grow truncate">{t('createContact', { name })}</span>
      <Kbd>Enter</Kbd>
    </>
  );
};

import { type ContactView, contactRoutes } from '@prosa/contracts';
import Plus from 'lucide-react/icons/plus';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { ContactDialog } from '../contacts/contact-dialog.tsx';
import { readableNumber } from '../contacts/number.ts';
import { errorText } from '../i18n/error-text.ts';
import { queues } from '../queues/queues.slice.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ComboBox } from '../ui/combo-box.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Select } from '../ui/select.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { createTicket, winnerOf } from './tickets.commands.ts';
import { useAct } from './use-act.ts';
import { useSearch } from './use-search.ts';

/** A contact that was found, or the name of one to be made. */
type Option = ContactView | { create: string };
const isNew = (option: Option): option is { create: string } => 'create' in option;

/** With whom and in which queue: the ticket is opened and served by who opens it. */
export const NewTicketDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTranslation('tickets');
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const all = useSelector(queues.selectAll);
  const isAdmin = me?.profile === 'admin';
  const choices = isAdmin ? all : all.filter(({ id }) => me?.queueIds.includes(id));
  const [query, setQuery] = useState('');
  const [contact, setContact] = useState<ContactView | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [creating, setCreating] = useState<string | null>(null);
  const queueId = picked ?? (choices.length === 1 ? choices[0]!.id : null);
  const found = useSearch(
    contact ? '' : query,
    contactRoutes.list,
    (searchParam) => ({ query: { searchParam } }),
    ({ contacts }) => contacts,
  );
  const name = query.trim();
  const options: Option[] | null = found.items?.length === 0 ? [{ create: name }] : found.items;
  const payload = { contactId: contact?.id ?? '', queueId };
  const { isBusy, failure, forget } = useAct(createTicket.act(payload), onClose);
  const lacksQueue = queueId === null && !isAdmin;

  const choose = useCallback((chosen: ContactView) => {
    setContact(chosen);
    setQuery(chosen.name ?? readableNumber(chosen.number));
    setCreating(null);
  }, []);
  const closeContact = useCallback(() => setCreating(null), []);
  const handleSubmit = () => {
    setAsked(true);
    if (contact && !lacksQueue) dispatch(createTicket.start(payload));
  };
  const winner = failure && winnerOf(failure);
  const refused = failure && (winner ? t('servedBy', { name: winner }) : errorText(failure));
  const contactError =
    refused ?? (found.failure ? errorText(found.failure) : isAsked && !contact ? t('chooseContactError') : undefined);

  return (
    <>
      <Dialog
        title={t('newTitle')}
        isOpen
        onClose={onClose}
        onSubmit={handleSubmit}
        footer={
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button kind="primary" type="submit" busy={isBusy}>
              {t('begin')}
            </Button>
          </>
        }
      >
        <div className="form">
          <Field label={t('contact')} error={contactError} hint={contact || options ? undefined : t('searchFrom3')}>
            {(control) => (
              <ComboBox<Option>
                control={control}
                label={t('contacts')}
                query={query}
                autoFocus
                onQuery={(words) => {
                  setQuery(words);
                  setContact(null);
                  setAsked(false);
                  if (failure) forget();
                }}
                items={contact ? null : options}
                busy={found.isBusy}
                itemKey={(option) => (isNew(option) ? 'create' : option.id)}
                onChoose={(option) => (isNew(option) ? setCreating(option.create) : choose(option))}
                render={(option) => (isNew(option) ? <CreateLine name={option.create} /> : <ContactLine contact={option} />)}
              />
            )}
          </Field>
          <Field
            label={t('queue')}
            {...(isAdmin ? { note: t('optional') } : {})}
            error={isAsked && lacksQueue ? t('chooseQueueError') : undefined}
          >
            {(control) => (
              <Select
                control={control}
                label={t('queue')}
                items={choices}
                chosen={queueId}
                onChoose={setPicked}
                placeholder={t('chooseQueue')}
              />
            )}
          </Field>
        </div>
      </Dialog>
      {creating !== null && <ContactDialog name={creating} onClose={closeContact} onMade={choose} />}
    </>
  );
};

const ContactLine = ({ contact }: { contact: ContactView }) => (
  <>
    <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />
    <span className="grow">
      <span className="truncate">{contact.name ?? readableNumber(contact.number)}</span>
      <small>{readableNumber(contact.number)}</small>
    </span>
  </>
);

const CreateLine = ({ name }: { name: string }) => {
  const { t } = useTranslation('tickets');
  return (
    <>
      <span className="add-mark">
        <Icon of={Plus} />
      </span>
      <span className="grow">
        <span className="truncate">{t('createContact', { name })}</span>
        <small>{t('noContact', { name })}</small>
      </span>
      <Kbd>Enter</Kbd>
    </>
  );
};

import { type ContactView, limits, type MessageView } from '@prosa/contracts';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { calledBy, numberLine } from '../../../contacts/contacts/titles.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useAct } from '../../../kernel/calls/use-act.ts';
import { formatCount } from '../../../kernel/i18n/format.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { Options } from '../../../ui/fields/options.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useNearEnd } from '../../../ui/hooks/use-near-end.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button, TextButton } from '../../../ui/marks/button.tsx';
import { SkeletonRows } from '../../../ui/marks/states.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { forwardMessage } from '../state/messages.commands.ts';
import { useLiveMessage } from '../state/use-live-message.ts';
import styles from './forward-dialog.module.css';
import { ForwardedPreview, obstacleOf } from './forwarded-preview.tsx';
import messageStyles from './message.module.css';
import { useForwardContacts } from './use-forward-contacts.ts';

type Props = { message: MessageView; author: string | null; onClose: () => void };

/** Chooses the contacts to forward a message to, found by name or number. */
export const ForwardDialog = ({ message: opened, author, onClose }: Props) => {
  const message = useLiveMessage(opened);
  const obstacle = obstacleOf(message);
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const [chosen, setChosen] = useState<ContactView[]>([]);
  const found = useForwardContacts();
  const payload = { messageId: message.id, contactIds: chosen.map(({ id }) => id) };
  const { isBusy, failure, forget } = useAct(forwardMessage.act(payload), onClose);
  const list = useNearEnd(found.more);
  const isFull = chosen.length >= limits.forwardMax;

  const change = (contacts: ContactView[]) => {
    setChosen(contacts);
    if (failure) forget();
  };
  const isChosen = ({ id }: ContactView) => chosen.some((one) => one.id === id);
  const remove = ({ id }: ContactView) => change(chosen.filter((one) => one.id !== id));
  const toggle = (contact: ContactView) => {
    if (isChosen(contact)) remove(contact);
    else if (!isFull) change([...chosen, contact]);
  };
  const handleSubmit = () => {
    if (chosen.length > 0 && !obstacle) dispatch(forwardMessage.start(payload));
  };

  return (
    <Dialog
      title={t('forwardTitle')}
      isOpen
      onClose={onClose}
      onSubmit={handleSubmit}
      keeps={chosen.length > 0}
      refusal={failure && errorText(failure)}
      footer={
        <>
          <span className={`foot-note ${styles.count}`} role="status">
            {chosen.length > 0 && t('forwardChosen', { count: chosen.length })}
            {isFull && ` · ${t('forwardFull', { max: limits.forwardMax })}`}
          </span>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            steady={`forward ${message.id}`}
            busy={isBusy}
            disabled={chosen.length === 0 || obstacle !== null}
          >
            {t('forward')}
          </Button>
        </>
      }
    >
      <div className="form">
        <blockquote className={`${messageStyles.quote} ${styles.preview}`}>
          <b>{author ?? t(message.fromMe ? 'team' : 'customer')}</b>
          <ForwardedPreview message={message} />
        </blockquote>
        {obstacle && (
          <p className="none" role="status">
            {t(`forwardNot-${obstacle}`)}
          </p>
        )}
        {chosen.length > 0 && (
          <ul className={styles.chosen} aria-label={t('forwardTo')}>
            {chosen.map((contact) => (
              <li key={contact.id}>
                <Tag
                  name={nameOf(contact)}
                  removeLabel={t('forwardNotTo', { name: nameOf(contact) })}
                  onRemove={() => remove(contact)}
                />
              </li>
            ))}
          </ul>
        )}
        {obstacle === null && (
          <Options<ContactView>
            label={t('forwardContacts')}
            query={found.query}
            items={found.contacts}
            itemKey={({ id }) => id}
            isChosen={isChosen}
            onChoose={toggle}
            multiple
            render={(contact) => <ContactLine contact={contact} isChosen={isChosen(contact)} />}
          >
            {(field, options) => (
              <div className={styles.finder}>
                <Field label={t('forwardTo')}>
                  {(control) => (
                    <TextInput
                      {...field}
                      {...control}
                      icon={Search}
                      placeholder={t('forwardSearch')}
                      autoFocus
                      onKeyDown={(event) => {
                        field.onKeyDown?.(event);
                        if (event.key === 'Enter') event.preventDefault(); // it chooses, and never sends
                      }}
                      value={found.query}
                      onChange={({ target }) => found.write(target.value)}
                    />
                  )}
                </Field>
                <div className={`options tall ${styles.list}`} aria-busy={found.status === 'loading'} ref={list}>
                  {options}
                  <State found={found} />
                </div>
              </div>
            )}
          </Options>
        )}
      </div>
    </Dialog>
  );
};

const State = ({ found }: { found: ReturnType<typeof useForwardContacts> }) => {
  const { t } = useTexts('messages');
  const { status, contacts, failure, query } = found;
  if (failure)
    return (
      <p className="none" role="alert">
        {errorText(failure)} <TextButton onClick={found.again}>{t('retry')}</TextButton>
      </p>
    );
  if (status === 'loading' && contacts.length === 0) return <SkeletonRows rows={3} label={t('forwardLoading')} />;
  if (contacts.length > 0)
    return (
      <VisuallyHidden>
        <span role="status">
          {status === 'ready' && t('forwardFound', { count: found.count, shown: formatCount(found.count, found.atLeast) })}
        </span>
      </VisuallyHidden>
    );
  return (
    <p className="none" role="status">
      {query.trim() === '' ? t('forwardNobody') : t('forwardNone', { name: query.trim() })}
    </p>
  );
};

const nameOf = (contact: ContactView): string => calledBy(contact);

const ContactLine = ({ contact, isChosen }: { contact: ContactView; isChosen: boolean }) => (
  <>
    <span className="check-mark" data-checked={isChosen || undefined} aria-hidden />
    <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />
    <span className="grow">
      <span className="truncate">{nameOf(contact)}</span>
      <small>{numberLine(contact)}</small>
    </span>
  </>
);

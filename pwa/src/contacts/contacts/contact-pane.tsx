import type { TicketView } from '@prosa/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Megaphone from 'lucide-react/icons/megaphone';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../kernel/i18n/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import panes from '../../shell/panes.module.css';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { ErrorState } from '../../ui/marks/states.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import styles from './contact-pane.module.css';
import { contactWanted } from './contacts.saga.ts';
import { selectContact } from './contacts.slice.ts';
import { readableNumber } from './number.ts';
import { OptOutDialog } from './opt-out-dialog.tsx';
import { calledBy, numberLine } from './titles.ts';

type Props = {
  /** The contact as its ticket knows it: shown until its details are here, and where they cannot be fetched. */
  about: TicketView['contact'];
  onClose: () => void;
  /** Shown above the contact's data. */
  first?: ReactNode;
  /** Shown below the contact's data. */
  children?: ReactNode;
};

/** The contact's details: beside the conversation, or instead of it on phones. */
export const ContactPane = ({ about, onClose, first, children }: Props) => {
  const contactId = about.id;
  const { t } = useTexts('contacts');
  const { date } = useFormat();
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const mayOptIn = useSelector(selectMay('campaigns:write'));
  const looked = useSelector(selectContact(contactId));
  const { offline } = useSelector(selectLive); // the banner reports it for all, and the details come with the connection
  const [isEditing, setEditing] = useState(false);
  const [isOptingIn, setOptingIn] = useState(false);
  const head = useRef<HTMLElement>(null);
  useEffect(() => void dispatch(contactWanted(contactId)), [contactId, dispatch]);
  // The pane takes the focus when it opens, and returns it to the element that opened it.
  useEffect(() => {
    const opener = document.activeElement;
    head.current?.querySelector('button')?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const contact = looked?.contact;
  const optedOut = contact?.optedOutAt ? { ...contact, optedOutAt: contact.optedOutAt } : null;
  const failure = looked?.failure;
  const isGone = looked && !contact && !failure;
  const { name, number, profilePicUrl } = contact ?? about;
  return (
    <aside className={`${panes.pane} ${styles.contact}`} aria-label={t('title')}>
      <header className={panes.head} ref={head}>
        {isPhone && <IconButton icon={ArrowLeft} label={t('back')} onClick={onClose} />}
        <h2>{t('title')}</h2>
        {!isPhone && <IconButton icon={X} label={t('close')} onClick={onClose} />}
      </header>
      <div className={styles.person}>
        <Avatar name={name} picture={profilePicUrl} size={64} />
        <h3>{calledBy({ name, number })}</h3>
        <p className="secondary">{numberLine({ name, number })}</p>
        {/* An earlier copy on this device may lack them. */}
        {(contact?.otherNumbers ?? []).map((other) => (
          <p className="secondary" key={other}>
            {t('alsoFrom', { number: readableNumber(other) })}
          </p>
        ))}
        {contact?.email && <p className="secondary">{contact.email}</p>}
        {optedOut && <p className="secondary">{t('optedOut', { date: date(optedOut.optedOutAt) })}</p>}
        {isGone && <p className="secondary">{t('forgotten')}</p>}
        {contact && (
          <div className={`${styles.acts} ${panes.actions}`}>
            <Button small={!isPhone} icon={Pencil} onClick={() => setEditing(true)}>
              {t('editButton')}
            </Button>
            {optedOut && mayOptIn && (
              <Button small={!isPhone} icon={Megaphone} onClick={() => setOptingIn(true)}>
                {t('optIn')}
              </Button>
            )}
          </div>
        )}
      </div>
      {!contact && failure && !(offline && failure.status === 0) && (
        <ErrorState onRetry={() => dispatch(contactWanted(contactId))}>{errorText(failure)}</ErrorState>
      )}
      {first}
      {contact && contact.extraInfo.length > 0 && (
        <section>
          <header>
            <h3>{t('extras')}</h3>
          </header>
          <dl>
            {contact.extraInfo.map((row) => (
              <div key={row.id}>
                <dt>{row.name}</dt>
                <dd>{row.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {children}
      {isOptingIn && optedOut && <OptOutDialog contact={optedOut} onClose={() => setOptingIn(false)} />}
      {isEditing && contact && <ContactDialog contact={contact} onClose={() => setEditing(false)} />}
    </aside>
  );
};

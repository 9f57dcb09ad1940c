import type { TicketView } from '@prosa/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import History from 'lucide-react/icons/history';
import Megaphone from 'lucide-react/icons/megaphone';
import Pencil from 'lucide-react/icons/pencil';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import panes from '../../shell/panes.module.css';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import { ErrorState } from '../../ui/marks/states.tsx';
import { MenuButton, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { ContactData } from './contact-data.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import styles from './contact-pane.module.css';
import { contactWanted } from './contacts.saga.ts';
import { selectContact } from './contacts.slice.ts';
import { InPlace, usePlaces } from './in-place.tsx';
import { readableNumber } from './number.ts';
import { OptOutDialog } from './opt-out-dialog.tsx';
import { calledBy, numberLine } from './titles.ts';

type Props = {
  /** The contact as its ticket knows it: shown until its details are here, and where they cannot be fetched. */
  about: TicketView['contact'];
  onClose: () => void;
  /** Buttons below the contact's name. */
  buttons?: ReactNode;
  /** What else the contact's menu offers. */
  entries?: readonly MenuEntry[];
  /** Shown above the contact's data. */
  first?: ReactNode;
  /** Shown below the contact's data. */
  children?: ReactNode;
};

/** The contact's details: beside the conversation, or instead of it on phones. */
export const ContactPane = ({ about, onClose, buttons, entries = [], first, children }: Props) => {
  const contactId = about.id;
  const { t } = useTexts('contacts');
  const { date } = useFormat();
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const mayReadHistory = useSelector(selectMay('history:read'));
  const mayWrite = useSelector(selectMay('contacts:write'));
  const mayOptIn = useSelector(selectMay('campaigns:write'));
  const looked = useSelector(selectContact(contactId));
  const { offline } = useSelector(selectLive); // the banner reports it for all, and the details come with the connection
  const [isEditing, setEditing] = useState(false);
  const [isOptingIn, setOptingIn] = useState(false);
  const places = usePlaces(contactId);
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
  const readable = readableNumber(number);
  const own: (MenuEntry | false)[] = [
    contact != null && mayWrite && { id: 'edit', label: t('editAll'), icon: Pencil, run: () => setEditing(true) },
    optedOut !== null && mayOptIn && { id: 'optIn', label: t('optIn'), icon: Megaphone, run: () => setOptingIn(true) },
    mayReadHistory && {
      id: 'contactHistory',
      label: t('history'),
      icon: History,
      run: () => void navigate(`/contacts/${contactId}/history`),
    },
  ];
  const all = [...own.filter((entry) => entry !== false), ...entries];
  const menu = all.length > 0 && (
    <MenuButton label={t('options')} entries={all}>
      {(trigger) => (
        <IconButton
          {...trigger}
          icon={EllipsisVertical}
          small={!isPhone}
          kind={isPhone ? 'quiet' : 'default'}
          label={t('options')}
        />
      )}
    </MenuButton>
  );
  return (
    <aside className={`${panes.pane} ${styles.contact}`} aria-label={t('title')}>
      <header className={panes.head} ref={head}>
        {isPhone && <IconButton icon={ArrowLeft} label={t('back')} onClick={onClose} />}
        <h2>{t('title')}</h2>
        {isPhone ? menu : <IconButton icon={X} label={t('close')} onClick={onClose} />}
      </header>
      <div className={styles.person}>
        <Avatar name={name} picture={profilePicUrl} size={64} />
        <h3>{calledBy({ name, number })}</h3>
        <p className={`secondary ${readable === '' ? '' : styles.number}`}>
          {numberLine({ name, number })}
          {readable !== '' && <CopyButton key={readable} text={readable} label={t('copyNumber')} />}
        </p>
        {/* An earlier copy on this device may lack them. */}
        {(contact?.otherNumbers ?? []).map((other) => (
          <p className="secondary" key={other}>
            {t('alsoFrom', { number: readableNumber(other) })}
          </p>
        ))}
        {contact && (mayWrite || contact.email) && (
          <div className={`secondary ${styles.email}`}>
            <InPlace
              contactId={contactId}
              places={places}
              place="email"
              label={t('email')}
              value={contact.email ?? ''}
              empty={t('addEmail')}
              changeOf={(email) => ({ email: email || null })}
              input={{ type: 'email' }}
            />
          </div>
        )}
        {optedOut && <p className="secondary">{t('optedOut', { date: date(optedOut.optedOutAt) })}</p>}
        {isGone && <p className="secondary">{t('forgotten')}</p>}
        {(buttons || (!isPhone && menu)) && (
          <div className={`${styles.acts} ${panes.actions}`}>
            {buttons}
            {!isPhone && menu}
          </div>
        )}
      </div>
      {!contact && failure && !(offline && failure.status === 0) && (
        <ErrorState onRetry={() => dispatch(contactWanted(contactId))}>{errorText(failure)}</ErrorState>
      )}
      {first}
      {contact && <ContactData contact={contact} places={places} />}
      {children}
      {isOptingIn && optedOut && <OptOutDialog contact={optedOut} onClose={() => setOptingIn(false)} />}
      {isEditing && contact && <ContactDialog contact={contact} onClose={() => setEditing(false)} />}
    </aside>
  );
};

import type { ContactView } from '@prosa/contracts';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useWords } from '../../records/use-words.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { ChannelIcon } from '../../ui/marks/channel-icon.tsx';
import { OptedOut } from '../contacts/opted-out.tsx';
import styles from './contact-cells.module.css';
import { contactName, dialledNumber } from './contact-name.ts';
import { lastTicketWanted, selectLastTicket } from './last-tickets.ts';

/** Picture, name and channel; on narrow screens the picture stands before the lines. */
export const NameCell = ({ contact }: { contact: ContactView }) => {
  const isListed = useIsListed();
  if (isListed)
    return contact.optedOutAt ? (
      <span className={styles.person}>
        <span className="truncate">{contactName(contact)}</span>
        <OptedOut at={contact.optedOutAt} />
      </span>
    ) : (
      contactName(contact)
    );
  return (
    <span className={styles.person}>
      <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />
      <span className="truncate">{contactName(contact)}</span>
      <ChannelIcon channel={contact.kind} className="tiny" />
      {contact.optedOutAt && <OptedOut at={contact.optedOutAt} />}
    </span>
  );
};

/** The number; on narrow screens the e-mail of a contact without one. */
export const NumberCell = ({ contact }: { contact: ContactView }) => {
  const words = useWords('contacts-screen');
  const isListed = useIsListed();
  return dialledNumber(contact) || (isListed && contact.email) || <span className={styles.none}>{words('noNumber')}</span>;
};

/** When the last conversation with the contact changed, and the way to it; on narrow screens the way is in the row's menu. */
export const LastTicketCell = ({ contact }: { contact: ContactView }) => {
  const words = useWords('contacts-screen');
  const dispatch = useDispatch();
  const isListed = useIsListed();
  const { rowTime } = useFormat();
  const last = useSelector(selectLastTicket(contact.id));
  useEffect(() => void dispatch(lastTicketWanted(contact.id)), [contact.id, dispatch]);
  if (!last) return isListed ? null : '–';
  const at = rowTime(last.updatedAt);
  if (isListed) return at;
  return (
    <Link className={styles.last} to={`/tickets/${last.id}`} aria-label={words('lastWith', { name: contactName(contact), at })}>
      {at}
    </Link>
  );
};

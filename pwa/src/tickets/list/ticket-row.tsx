import type { TicketView } from '@prosa/contracts';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { titleOf } from '../../contacts/titles.ts';
import { selectIsRunning } from '../../kernel/commands.slice.ts';
import { useFormat } from '../../sessions/use-format.ts';
import { AckIcon } from '../../ui/ack-icon.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dot, StatusTag, Tag } from '../../ui/tag.tsx';
import { useTicketActs } from '../dialogs/ticket-acts.tsx';
import { acceptTicket, resolveTicket } from '../state/tickets.commands.ts';
import styles from './ticket-row.module.css';

type Props = { ticket: TicketView; isCurrent: boolean };

/** One ticket of a list. A waiting one is no link: only Aceitar acts. */
export const TicketRow = memo(({ ticket, isCurrent }: Props) => {
  const unread = ticket.unreadMessages > 0 ? styles.unread : '';
  if (ticket.status === 'pending')
    return (
      <div className={`${styles.ticket} ${styles.waiting} ${unread}`} aria-current={isCurrent || undefined}>
        <Words ticket={ticket} />
        <Accept ticket={ticket} />
      </div>
    );
  return (
    <>
      <Link className={`${styles.ticket} ${unread}`} to={`/tickets/${ticket.uuid}`} aria-current={isCurrent || undefined}>
        <Words ticket={ticket} />
      </Link>
      {ticket.status === 'open' && <Resolve ticket={ticket} isCurrent={isCurrent} />}
    </>
  );
});

/** Beside the row, while the pointer or the focus is there; phones resolve in the conversation. */
const Resolve = ({ ticket, isCurrent }: Props) => {
  const { t } = useTranslation('tickets');
  const { resolveInList } = useTicketActs();
  const isBusy = useSelector(selectIsRunning(resolveTicket.act({ ticketId: ticket.id, withoutRating: false })));
  return (
    <IconButton
      icon={Check}
      small
      kind="default"
      className={styles.act}
      label={t('resolveOf', { name: titleOf(ticket) })}
      title={isCurrent ? t('resolveInList') : `${t('resolveInList')} (E)`} // there E is the chat's
      busy={isBusy}
      steady={`resolve ${ticket.id}`}
      onClick={() => resolveInList(ticket)}
    />
  );
};

const Accept = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets');
  const { accept } = useTicketActs();
  const isBusy = useSelector(selectIsRunning(acceptTicket.act({ ticketId: ticket.id })));
  return (
    <Button
      small
      className={styles.accept}
      busy={isBusy}
      steady={`accept ${ticket.id}`}
      aria-label={t('acceptOf', { name: titleOf(ticket) })}
      onClick={() => accept(ticket)}
    >
      {t('accept')}
    </Button>
  );
};

const Words = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets');
  const { rowTime } = useFormat();
  const { queue, tags, status, updatedAt, channel, contact, unreadMessages } = ticket;
  return (
    <>
      <Avatar name={contact.name} picture={contact.profilePicUrl} channel={channel} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={`${styles.name} truncate`}>{titleOf(ticket)}</span>
          <time dateTime={updatedAt}>{rowTime(updatedAt)}</time>
        </span>
        <span className={styles.line}>
          <LastMessage ticket={ticket} />
          <Badge count={unreadMessages} />
        </span>
        <span className={styles.meta}>
          <Dot color={queue?.color} />
          <span className={`${styles.queue} truncate`}>{queue?.name ?? t('noQueue')}</span>
          {tags.slice(0, 2).map(({ id, name, color }) => (
            <Tag key={id} name={name} color={color} />
          ))}
          {tags.length > 2 && (
            <span className={styles.more} role="img" aria-label={t('moreTags', { count: tags.length - 2 })}>
              +{tags.length - 2}
            </span>
          )}
          {status === 'closed' && <StatusTag>{t('closed')}</StatusTag>}
        </span>
      </span>
    </>
  );
};

const LastMessage = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets');
  const { lastMessage, lastMessageState, lastMessageDeleted, lastMessageFromMe, lastMessageAck } = ticket;
  if (lastMessageDeleted)
    return (
      <span className={styles.last}>
        <Icon of={Ban} />
        <span className="truncate">{t('deletedMessage')}</span>
      </span>
    );
  if (lastMessageState === 'failed')
    return (
      <span className={`${styles.last} ${styles.failed}`}>
        <Icon of={CircleAlert} />
        <span className="truncate">{t('notSent', { text: lastMessage })}</span>
      </span>
    );
  return (
    <span className={styles.last}>
      {lastMessageFromMe && lastMessageAck !== null && <AckIcon ack={lastMessageAck} state={lastMessageState} silent />}
      <span className="truncate">{lastMessage || t('noMessages')}</span>
    </span>
  );
};

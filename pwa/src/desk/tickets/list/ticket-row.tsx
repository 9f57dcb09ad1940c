import type { TicketView } from '@prosa/contracts';
import Ban from 'lucide-react/icons/ban';
import CircleAlert from 'lucide-react/icons/circle-alert';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Eye from 'lucide-react/icons/eye';
import { memo, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useIsPast } from '../../../kernel/use-now.ts';
import { selectMay, selectMe, selectServes } from '../../../people/sessions/sessions.slice.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { AckIcon } from '../../../ui/marks/ack-icon.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dot, StatusTag, Tag } from '../../../ui/marks/tag.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import { useDraft } from '../../composer/use-draft.ts';
import { kindIcons, lineOf } from '../../messages/kinds/summary.ts';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { useResolving } from '../acts/use-resolving.ts';
import { useTicketEntries } from '../acts/use-ticket-entries.ts';
import { resolveTicket } from '../state/resolve.commands.ts';
import { acceptTicket } from '../state/tickets.commands.ts';
import { OnceStill } from './once-still.tsx';
import { RowAttendant } from './row-attendant.tsx';
import { type OpensAt, RowLink } from './row-link.tsx';
import { RowTime } from './row-time.tsx';
import { useSelection } from './selection.tsx';
import styles from './ticket-row.module.css';

/** What a search found in the ticket: the line that has it, its time, and where the row leads. */
export type RowHit = { line: ReactNode; time: ReactNode; at: OpensAt };
type Props = { ticket: TicketView; isCurrent: boolean };

/** One ticket of a list. A pending one is no link: only Aceitar acts; who serves no tickets opens it to read. */
export const TicketRow = memo(({ ticket, isCurrent, hit }: Props & { hit?: RowHit | undefined }) => {
  const isNew = useSelector(selectMe)?.id === (ticket.handedTo ?? '');
  const unread = ticket.unreadMessages > 0 || isNew ? styles.unread : '';
  const { ids } = useSelection();
  const serves = useSelector(selectServes);
  const isPhone = useIsPhone();
  const isSelected = ids.has(ticket.id);
  const selected = isSelected ? styles.selected : '';
  const hidden = (
    <>
      <OnceStill now={isPhone && serves && ticket.status === 'pending'}>
        <Acts ticket={ticket} isCurrent={isCurrent} />
      </OnceStill>
      {serves && (
        <OnceStill now={ids.size > 0}>
          <Select ticket={ticket} isSelected={isSelected} />
        </OnceStill>
      )}
    </>
  );
  if (ticket.status === 'pending' && serves)
    return (
      <>
        <div className={`${styles.ticket} ${styles.waiting} ${unread} ${selected}`} aria-current={isCurrent || undefined}>
          <Words ticket={ticket} hit={hit} />
          <Accept ticket={ticket} />
        </div>
        {hidden}
      </>
    );
  return (
    <>
      <RowLink className={`${styles.ticket} ${unread} ${selected}`} ticketId={ticket.uuid} isCurrent={isCurrent} at={hit?.at}>
        <Words ticket={ticket} hit={hit} />
      </RowLink>
      {hidden}
    </>
  );
});

/** The checkbox, shown instead of the picture on hover or focus, and while other rows are selected. */
const Select = ({ ticket, isSelected }: { ticket: TicketView; isSelected: boolean }) => {
  const { t } = useTexts('tickets');
  const { toggle } = useSelection();
  return (
    <label className={`check ${styles.select}`} data-select="">
      <input
        type="checkbox"
        aria-label={t('selectOf', { name: titleOf(ticket) })}
        checked={isSelected}
        onChange={() => toggle(ticket.id)}
      />
    </label>
  );
};

/** The class of the row's actions, by what stands next to them. */
const besides: Partial<Record<TicketView['status'], string | undefined>> = { pending: styles.ofWaiting, closed: styles.ofClosed };

/** The row's actions besides accepting. Phones offer them in the conversation, except for a pending ticket, which has none to open. */
const Acts = ({ ticket, isCurrent }: Props) => {
  const { t } = useTexts('tickets');
  const isPhone = useIsPhone();
  const { spy } = useTicketActs();
  const isWaiting = ticket.status === 'pending';
  const entries = useTicketEntries(ticket, { without: isWaiting && !isPhone ? ['spy'] : isCurrent ? ['spy'] : [] });
  const maySpy = useSelector(selectMay('tickets:spy'));
  const serves = useSelector(selectServes);
  return (
    <span className={`${styles.acts} ${besides[ticket.status] ?? ''}`}>
      {isWaiting && serves && maySpy && (
        <IconButton
          icon={Eye}
          small
          kind="default"
          label={t('spyOf', { name: titleOf(ticket) })}
          title={t('spy')}
          onClick={() => spy(ticket)}
        />
      )}
      {ticket.status === 'open' && serves && <Resolve ticket={ticket} />}
      {entries.length > 0 && (
        <MenuButton label={t('options')} entries={entries}>
          {(trigger) => (
            <IconButton
              {...trigger}
              icon={EllipsisVertical}
              small
              kind="default"
              label={t('optionsOf', { name: titleOf(ticket) })}
              title={t('options')}
            />
          )}
        </MenuButton>
      )}
    </span>
  );
};

const Resolve = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const { resolve } = useTicketActs();
  const { icon, hint } = useResolving(ticket);
  const isBusy = useSelector(selectIsRunning(resolveTicket.act({ ticketId: ticket.id, withoutRating: false })));
  return (
    <IconButton
      icon={icon}
      small
      kind="default"
      label={t('resolveOf', { name: titleOf(ticket) })}
      title={hint}
      busy={isBusy}
      steady={`resolve ${ticket.id}`}
      onClick={() => resolve(ticket)}
    />
  );
};

const Accept = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
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

/** What a row says; `hit`: where a search found its words. */
export const Words = ({ ticket, hit }: { ticket: TicketView; hit?: RowHit | undefined }) => {
  const { t } = useTexts('tickets');
  const { t: ui } = useTexts('ui');
  const { queue, tags, status, channel, contact, unreadMessages, waitingSince, snoozedUntil } = ticket;
  const isUnanswered = unreadMessages === 0 && waitingSince !== null && snoozedUntil === null && status !== 'closed';
  return (
    <>
      <Avatar name={contact.name} picture={contact.profilePicUrl} channel={channel} />
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={`${styles.name} truncate`}>{titleOf(ticket)}</span>
          {hit ? hit.time : <RowTime ticket={ticket} />}
        </span>
        <span className={styles.line}>
          {hit ? hit.line : <LastMessage ticket={ticket} />}
          <Badge count={unreadMessages} />
          {isUnanswered && (
            <span className={styles.unanswered} role="img" aria-label={t('isUnanswered')} title={t('isUnanswered')} />
          )}
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
          {channel === 'sample' && <StatusTag>{ui('sample')}</StatusTag>}
          {status === 'closed' && <StatusTag>{t('closed')}</StatusTag>}
          <RowAttendant ticket={ticket} />
        </span>
      </span>
    </>
  );
};

const LastMessage = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const [draft] = useDraft('draft', ticket.id);
  const isPast = useIsPast();
  const { lastMessage, lastMessageState, lastMessageDeleted, lastMessageFromMe, lastMessageAck, lastMessageKind } = ticket;
  if (!isPast && draft.trim() !== '')
    return (
      <span className={styles.last}>
        <span className="truncate" dir="auto">
          <span className={styles.draft}>{t('draft')}</span> {draft}
        </span>
      </span>
    );
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
        <span className="truncate">{t('notSent', { text: lineOf({ kind: null, text: lastMessage }, ticket.channel) })}</span>
      </span>
    );
  return (
    <span className={styles.last}>
      {lastMessageFromMe && lastMessageAck !== null && (
        <AckIcon ack={lastMessageAck} state={lastMessageState} audio={lastMessageKind === 'audio'} silent />
      )}
      {lastMessageKind && <Icon of={kindIcons[lastMessageKind]} />}
      <span className="truncate">{lineOf({ kind: lastMessageKind, text: lastMessage }, ticket.channel) || t('noMessages')}</span>
    </span>
  );
};

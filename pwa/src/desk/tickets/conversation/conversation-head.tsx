import type { TicketView } from '@prosa/contracts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Check from 'lucide-react/icons/check';
import ContactRound from 'lucide-react/icons/contact-round';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Undo2 from 'lucide-react/icons/undo-2';
import { useSelector } from 'react-redux';
import { numberLine, titleOf } from '../../../contacts/contacts/titles.ts';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useNow } from '../../../kernel/use-now.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import panes from '../../../shell/panes.module.css';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button, IconButton } from '../../../ui/marks/button.tsx';
import { ChannelIcon } from '../../../ui/marks/channel-icon.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { useTicketEntries } from '../acts/use-ticket-entries.ts';
import { useWaited } from '../acts/use-waited.ts';
import { acceptTicket, returnTicket } from '../state/tickets.commands.ts';
import styles from './conversation-head.module.css';
import { ResolveButton, useResolvingEntries } from './resolve-button.tsx';
import { SnoozeButton } from './snooze-button.tsx';
import { useBackToList } from './use-back-to-list.ts';

type Props = { ticket: TicketView; onContact: () => void; isContactShown: boolean };

/** The contact of the conversation, and the actions that its state allows. */
export const ConversationHead = ({ ticket, onContact, isContactShown }: Props) => {
  const { t } = useTexts('tickets');
  const isPhone = useIsPhone();
  const backToList = useBackToList();
  const title = titleOf(ticket);
  return (
    <header className={`${styles.head} ${panes.head}`}>
      {isPhone && <IconButton icon={ArrowLeft} label={t('backToList')} onClick={backToList} />}
      <button
        className={styles.who}
        type="button"
        aria-expanded={isContactShown}
        title={t('protocol', { protocol: ticket.protocol })}
        onClick={onContact}
      >
        <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={36} />
        <span className="grow">
          <span className={`${styles.name} truncate`}>
            <VisuallyHidden>{t('dataOf')} </VisuallyHidden>
            {title}
          </span>
          <span className={styles.line}>
            <ChannelIcon channel={ticket.channel} className="tiny" />
            <About ticket={ticket} isShort={isPhone} />
          </span>
        </span>
      </button>
      <Actions ticket={ticket} onContact={onContact} />
    </header>
  );
};

const About = ({ ticket, isShort }: { ticket: TicketView; isShort: boolean }) => {
  const { t } = useTexts('tickets');
  const now = useNow();
  const { lasting } = useWaited();
  const { contact, whatsapp, user, status, protocol, createdAt, waitingSince } = ticket;
  const number = numberLine(contact);
  if (isShort) return <span className="truncate">{[number, t('protocolShort', { protocol })].filter(Boolean).join(' · ')}</span>;
  const who =
    status === 'pending'
      ? t('waitingFor', { time: lasting(now - Date.parse(waitingSince ?? createdAt)) })
      : user && t(status === 'closed' ? 'servedByUser' : 'withUser', { name: user.name ?? t('formerUser') });
  const rest = [whatsapp?.name, who, t('protocolShort', { protocol })].filter(Boolean);
  return (
    <>
      <span>{number}</span>
      <span className="truncate">{rest.map((part) => `· ${part}`).join(' ')}</span>
    </>
  );
};

const Actions = ({ ticket, onContact }: { ticket: TicketView; onContact: () => void }) => {
  const { t } = useTexts('tickets');
  const isPhone = useIsPhone();
  const acts = useTicketActs();
  const payload = { ticketId: ticket.id };
  const isAccepting = useSelector(selectIsRunning(acceptTicket.act(payload)));
  const isReturning = useSelector(selectIsRunning(returnTicket.act(payload)));
  const ways = useResolvingEntries(ticket);
  const serves = useSelector(selectServes);
  const contact: MenuEntry = { id: 'contact', label: t('contactData'), icon: ContactRound, run: onContact };
  const options = useTicketEntries(ticket, {
    without: ['spy', 'reopen', ...(isPhone ? [] : (['return', 'snooze', 'wake'] as const))],
    more: !serves
      ? [contact]
      : ticket.status === 'pending'
        ? []
        : isPhone && ticket.status === 'open'
          ? [...ways, contact]
          : [contact],
  });
  if (!serves)
    return (
      <div className={`${styles.actions} ${panes.actions}`}>
        <More entries={options} />
      </div>
    );
  if (ticket.status === 'pending')
    return (
      <div className={`${styles.actions} ${panes.actions}`}>
        <Button
          kind="primary"
          icon={Check}
          title={`${t('accept')} (A)`}
          busy={isAccepting}
          steady={`accept ${ticket.id}`}
          onClick={() => acts.accept(ticket)}
        >
          {t('accept')}
        </Button>
        {options.length > 0 && <More entries={options} />}
      </div>
    );
  if (ticket.status === 'closed')
    return (
      <div className={`${styles.actions} ${panes.actions}`}>
        {isPhone ? (
          <IconButton icon={RotateCcw} label={t('reopen')} className={styles.resolve} onClick={() => acts.reopen(ticket)} />
        ) : (
          <Button icon={RotateCcw} title={t('reopen')} onClick={() => acts.reopen(ticket)}>
            {t('reopen')}
          </Button>
        )}
        <More entries={options} />
      </div>
    );
  return (
    <div className={`${styles.actions} ${panes.actions}`}>
      {isPhone ? (
        <ResolveButton ticket={ticket} isShort />
      ) : (
        <>
          <SnoozeButton ticket={ticket} />
          <Button
            icon={Undo2}
            title={`${t('giveBackLong')} (D)`}
            busy={isReturning}
            steady={`return ${ticket.id}`}
            onClick={() => acts.giveBack(ticket)}
          >
            {t('giveBack')}
          </Button>
          <ResolveButton ticket={ticket} />
        </>
      )}
      <More entries={options} />
    </div>
  );
};

const More = ({ entries }: { entries: MenuEntry[] }) => {
  const { t } = useTexts('tickets');
  return (
    <MenuButton label={t('options')} entries={entries}>
      {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={t('moreOptions')} />}
    </MenuButton>
  );
};

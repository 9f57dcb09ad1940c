import { type TicketView, ticketRoutes } from '@prosa/contracts';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Check from 'lucide-react/icons/check';
import Eye from 'lucide-react/icons/eye';
import { useCallback, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { readableNumber } from '../../../contacts/contacts/number.ts';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { call } from '../../../kernel/calls/client.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useNow } from '../../../kernel/use-now.ts';
import { useReturnFocus } from '../../../ui/hooks/use-return-focus.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button } from '../../../ui/marks/button.tsx';
import { ChannelIcon } from '../../../ui/marks/channel-icon.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import { Dot } from '../../../ui/marks/tag.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { TicketActs } from '../acts/ticket-acts.context.ts';
import { useWaited } from '../acts/use-waited.ts';
import { ConversationThread } from '../conversation/conversation-thread.tsx';
import { selectKnown, selectSpied } from '../state/tickets.selectors.ts';
import { spyBegun, spyEnded } from '../state/tickets.slice.ts';
import styles from './spy-dialog.module.css';

type Props = { ticket: TicketView; acts: TicketActs; onClose: () => void };

/** A conversation that an administrator reads without accepting it. The server checks the permission; nothing is marked as read. */
export const SpyDialog = ({ ticket: first, acts, onClose }: Props) => {
  useReturnFocus();
  const { t } = useTexts('tickets');
  const known = useSelector(selectKnown(first.id));
  const { failure, again } = useSpying(first.id);
  const isGone = known?.ticket === null;
  const ticket = known?.ticket ?? first;
  const go = (act: (ticket: TicketView) => void) => () => {
    onClose();
    act(ticket);
  };
  return (
    <Dialog
      title={<Who ticket={ticket} />}
      isOpen
      onClose={onClose}
      size="medium"
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('close')}
          </Button>
          <span className="grow" />
          {!isGone && ticket.status === 'open' && (
            <Button icon={ArrowRightLeft} onClick={go(acts.transfer)}>
              {t('transfer')}
            </Button>
          )}
          {!isGone && ticket.status === 'pending' && (
            <Button kind="primary" icon={Check} steady={`accept ${ticket.id}`} onClick={go(acts.accept)}>
              {t('accept')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.spied}>
        <p className={styles.about}>
          <Dot color={ticket.queue?.color} />
          <span className={styles.queue}>{ticket.queue?.name ?? t('noQueue')}</span>
          <Served ticket={ticket} />
          <span className={styles.notice}>
            <Icon of={Eye} />
            {t('spyNotice')}
          </span>
        </p>
        {isGone ? (
          <EmptyState icon={Eye} title={t('gone')}>
            {t('goneHint')}
          </EmptyState>
        ) : failure === 'asking' ? (
          <SkeletonRows rows={3} label={t('loadingConversation')} />
        ) : failure ? (
          <ErrorState title={t('conversationFailed')} onRetry={again}>
            {errorText(failure)}
          </ErrorState>
        ) : (
          <ConversationThread ticketId={ticket.id} isReadOnly />
        )}
      </div>
    </Dialog>
  );
};

/** Asks the server for permission, then loads the conversation and subscribes to it while it is shown. */
const useSpying = (ticketId: string): { failure: Failure | 'asking' | null; again: () => void } => {
  const dispatch = useDispatch();
  const spied = useSelector(selectSpied);
  const [refusal, setRefusal] = useState<Failure | 'asking' | null>('asking');
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    const controller = new AbortController();
    let isBegun = false;
    const ask = async () => {
      try {
        await call(ticketRoutes.spy, { params: { ticketId }, signal: controller.signal });
        if (controller.signal.aborted) return;
        isBegun = true;
        dispatch(spyBegun(ticketId));
        setRefusal(null);
      } catch (error) {
        if (!controller.signal.aborted) setRefusal(failureOf(error));
      }
    };
    setRefusal('asking');
    void ask();
    return () => {
      controller.abort();
      if (isBegun) dispatch(spyEnded(ticketId));
    };
  }, [ticketId, tries, dispatch]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { failure: refusal ?? spied?.failure ?? null, again };
};

const Who = ({ ticket }: { ticket: TicketView }) => (
  <span className={styles.who}>
    <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={36} />
    <span className="grow">
      <span className="truncate">{titleOf(ticket)}</span>
      <small>
        <ChannelIcon channel={ticket.channel} className="tiny" />
        <span className="truncate">
          {[readableNumber(ticket.contact.number), ticket.whatsapp?.name].filter(Boolean).join(' · ')}
        </span>
      </small>
    </span>
  </span>
);

const Served = ({ ticket: { status, user, createdAt, waitingSince } }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const now = useNow();
  const { lasting } = useWaited();
  if (status === 'pending') return <span>{t('waitingFor', { time: lasting(now - Date.parse(waitingSince ?? createdAt)) })}</span>;
  return <span>{user && t(status === 'closed' ? 'servedByUser' : 'withUser', { name: user.name ?? t('formerUser') })}</span>;
};

import type { MessageView } from '@prosa/contracts';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { useFormat } from '../i18n/format.ts';
import { selectLive } from '../kernel/live.slice.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { selectTicket, type WithTickets } from '../tickets/tickets.selectors.ts';
import { useNow } from '../tickets/use-now.ts';
import { TextButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { messagesWanted, olderWanted } from './messages.saga.ts';
import { messagesOf, selectConversation, selectOutbox, type WithMessages } from './messages.slice.ts';
import { asMessage } from './outgoing.ts';
import { keyOf, threadOf } from './thread.model.ts';
import { Day } from './thread-day.tsx';
import { useActiveMessage } from './use-active-message.ts';
import { useFresh } from './use-fresh.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import './thread.css';
import './bubbles.css';
import './phone-thread.css';

/** Within so many pixels of the top the next older page is fetched. */
const NEAR_TOP = 50;

/** The messages of a ticket and of the older ones of its conversation, by days; the newest at the foot. */
export const Thread = ({ ticketId }: { ticketId: string }) => {
  const { t } = useTranslation('messages');
  const dispatch = useDispatch();
  const { zone } = useFormat();
  const { offline } = useSelector(selectLive); // the banner says it for all
  const conversation = useSelector(selectConversation(ticketId));
  const messages = useShownMessages(ticketId);
  const ticketIds = useMemo(() => [...new Set([ticketId, ...messages.map((message) => message.ticketId)])], [ticketId, messages]);
  const tickets = useSelector((state: WithTickets) => ticketIds.map((id) => selectTicket(id)(state)), shallowEqual);
  const hasMore = conversation?.live.hasMore === true;
  const status = conversation?.status ?? 'loading';
  const isLoaded = conversation !== undefined && conversation.live.asOf !== null;
  const { scroller, isUp, handleScroll, toEnd } = useThreadScroll({
    messages,
    onNearTop: () => status === 'ready' && hasMore && dispatch(olderWanted(ticketId)),
    nearTop: NEAR_TOP,
  });
  const fresh = useFresh({
    ticketId,
    messages,
    isLoaded: status === 'ready' && isLoaded,
    isUp,
    isClosed: tickets[0]?.status === 'closed',
  });
  const active = useActiveMessage(scroller);
  useNow(); // "Hoje" becomes "Ontem" at midnight

  const days = useMemo(
    () =>
      threadOf({
        messages,
        ticketOf: (id) => tickets[ticketIds.indexOf(id)] ?? null,
        ticketId,
        hasMore: hasMore || !isLoaded,
        freshFrom: fresh.from,
        zone,
      }),
    [messages, tickets, ticketIds, ticketId, hasMore, isLoaded, fresh.from, zone],
  );
  const goToFresh = () => {
    const line = [...(scroller.current?.querySelectorAll('.marker.fresh') ?? [])].at(-1);
    if (line) line.scrollIntoView?.({ block: 'start' });
    else toEnd();
    fresh.seen();
  };

  return (
    <div className="thread-frame">
      <div
        className="thread"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('messages')}
        aria-busy={!isLoaded}
        onScroll={handleScroll}
        {...active.handlers}
      >
        <div className="thread-inner">
          {status === 'older' && <p className="older">{t('loadingOlder')}</p>}
          {isLoaded && status === 'failed' && !offline && (
            <p className="older" role="alert">
              {t('refreshFailed')} <TextButton onClick={() => dispatch(messagesWanted(ticketId))}>{t('retry')}</TextButton>
            </p>
          )}
          {!isLoaded && status === 'loading' && messages.length === 0 && <SkeletonRows rows={4} label={t('loading')} />}
          {!isLoaded && status === 'failed' && (
            <ErrorState title={t('failed')} onRetry={() => dispatch(messagesWanted(ticketId))}>
              {conversation?.failure && errorText(conversation.failure)}
            </ErrorState>
          )}
          {isLoaded && messages.length === 0 && <p className="older">{t('none')}</p>}
          {days.map((day) => (
            <Day key={day.key} day={day} activeKey={active.key} ticketId={ticketId} />
          ))}
        </div>
      </div>
      {isUp && fresh.waiting > 0 && (
        <button className="pill" type="button" onClick={goToFresh}>
          <Icon of={ArrowDown} />
          {t('newMessages', { count: fresh.waiting })}
        </button>
      )}
    </div>
  );
};

/** What is recorded, and after it what is on its way. */
const useShownMessages = (ticketId: string): MessageView[] => {
  const conversation = useSelector(selectConversation(ticketId));
  const outbox = useSelector(
    (state: WithMessages) => selectOutbox(state).filter((one) => one.ticketId === ticketId),
    shallowEqual,
  );
  const me = useSelector(selectMe);
  return useMemo(() => {
    const recorded = conversation ? messagesOf(conversation) : [];
    if (outbox.length === 0) return recorded;
    const known = new Set(recorded.map(keyOf));
    const own = {
      user: me && { id: me.id, name: me.name },
      companyId: me?.companyId ?? '',
      contactId: '',
      contact: { id: '', name: null },
    };
    return [...recorded, ...outbox.filter(({ key }) => !known.has(key)).map((one) => asMessage(one, own))];
  }, [conversation, outbox, me]);
};

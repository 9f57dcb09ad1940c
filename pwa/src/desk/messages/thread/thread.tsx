import type { MessageView, TicketLine, TicketView } from '@prosa/contracts';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../../kernel/live/live.slice.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { TextButton } from '../../../ui/marks/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/marks/states.tsx';
import { VisuallyHidden } from '../../../ui/marks/visually-hidden.tsx';
import { bringBy, goToMessage } from '../message/go-to-message.ts';
import { Message } from '../message/message.tsx';
import { MessageActsProvider } from '../message/message-acts.tsx';
import { keyOf, threadOf } from '../message/thread.model.ts';
import { ThreadTicket } from '../message/thread-ticket.ts';
import { shownLinesOf } from '../state/conversation.ts';
import { messagesSeen, messagesWanted, newerWanted, olderWanted } from '../state/messages.saga.ts';
import {
  messagesOf,
  newestShown,
  seekEnded,
  selectConversation,
  selectOutbox,
  shownMessagesOf,
  type WithMessages,
} from '../state/messages.slice.ts';
import { asMessage } from '../state/outgoing.ts';
import { NotHere } from './not-here.tsx';
import { StickyDay } from './sticky-day.tsx';
import styles from './thread.module.css';
import { rowsOf, type ThreadRow } from './thread.rows.ts';
import { Marks } from './thread-marks.tsx';
import { useActiveMessage } from './use-active-message.ts';
import { useAnnounced } from './use-announced.ts';
import { useFresh } from './use-fresh.ts';
import { useSeen } from './use-seen.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

/** Distance from the top, in pixels, at which the next older page is fetched. */
const NEAR_TOP = 50;

type Props = {
  ticketId: string;
  /** This ticket and the older ones whose messages are loaded, as far as known; the same object while nothing changes. */
  tickets: Record<string, TicketView | null>;
  /** Called when the user leaves the part of the conversation around a sought message. */
  onNewest?: () => void;
};

const NOTHING: MessageView[] = [];
const NO_LINES: TicketLine[] = [];

/** The messages of a ticket and of its conversation's older tickets, by day; only visible ones are rendered, the newest at the bottom. */
export const Thread = memo(({ ticketId, tickets, onNewest }: Props) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const { zone } = useFormat();
  const { offline } = useSelector(selectLive); // the banner reports it for all
  const conversation = useSelector(selectConversation(ticketId));
  const newest = useNewestMessages(ticketId);
  const part = conversation?.part ?? null;
  const sought = conversation?.sought ?? null;
  // When the conversation is opened at a message, the newest ones are not shown first.
  const isAwaited = sought?.state === 'seeking' && sought.first;
  const messages = isAwaited || !conversation ? NOTHING : part ? shownMessagesOf(conversation) : newest;
  const lines = isAwaited || !conversation ? NO_LINES : shownLinesOf(conversation);
  const hasMore = (part ?? conversation?.live)?.hasMore === true;
  const status = isAwaited || !conversation ? 'loading' : conversation.status;
  const isLoaded = !isAwaited && (part ?? conversation?.live)?.asOf != null;
  const isPart = part !== null;
  const scroller = useRef<HTMLDivElement>(null);
  const [isUp, setUp] = useState(false);
  const [isFar, setFar] = useState(false);
  const fresh = useFresh({
    ticketId,
    conversation,
    messages: newest,
    isLoaded,
    isUp,
    isClosed: tickets[ticketId]?.status === 'closed',
  });
  const { from: freshFrom, opening } = fresh;
  const active = useActiveMessage(scroller);
  const announced = useAnnounced(newest, isLoaded);

  const { head, rows } = useMemo(
    () =>
      rowsOf(
        threadOf({
          messages,
          lines,
          ticketOf: (id) => tickets[id] ?? null,
          ticketId,
          hasMore: hasMore || !isLoaded,
          hasNewer: isPart,
          freshFrom,
          unread: opening,
          zone,
        }),
      ),
    [messages, lines, tickets, ticketId, hasMore, isPart, isLoaded, freshFrom, opening, zone],
  );
  const target = sought?.state === 'here' ? sought.messageId : null;
  // A user who was taken to a message reads on from there.
  const [wasSought, setSought] = useState(sought !== null);
  if (sought && !wasSought) setSought(true);
  const mayPage = status === 'ready' && target === null;
  const { headRef, virtualizer, handleScroll, toEnd } = useThreadScroll({
    scroller,
    rows,
    held: [active.key, active.focused],
    onUp: (up, far) => {
      setUp(up);
      setFar(far);
    },
    onNearTop: () => mayPage && hasMore && dispatch(olderWanted(ticketId)),
    nearTop: NEAR_TOP,
    mayPage,
    hasMore,
    isPart,
    onNearEnd: () => mayPage && dispatch(newerWanted(ticketId)),
    line: wasSought ? null : (opening?.from ?? null),
  });
  const isRead = tickets[ticketId]?.status === 'open';
  useSeen({
    scroller,
    virtualizer,
    rows,
    ticketId,
    onSeen: isRead ? ({ id: upTo, position }) => dispatch(messagesSeen({ ticketId, upTo, position })) : null,
  });
  const drawn = virtualizer.getVirtualItems();
  useEffect(
    () =>
      bringBy((messageId) => {
        const index = rows.findIndex(({ item }) => item.message.id === messageId);
        if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' });
        return index >= 0;
      }),
    [rows, virtualizer],
  );
  useEffect(() => {
    if (target === null) return;
    const end = () => void dispatch(seekEnded(ticketId));
    if (!goToMessage(target, end)) end();
  }, [target, ticketId, dispatch]);
  const goToFresh = () => {
    if (isPart) {
      dispatch(newestShown(ticketId));
      onNewest?.();
      return fresh.seen();
    }
    if (fresh.waiting === 0) return toEnd();
    const above = rows.findLastIndex(({ after }) => after.some(({ kind }) => kind === 'fresh'));
    if (above >= 0) virtualizer.scrollToIndex(above + 1, { align: 'start' });
    else toEnd();
    fresh.seen();
  };

  return (
    <div className={styles.frame}>
      <div
        className={styles.thread}
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('messages')}
        aria-busy={!isLoaded}
        onScroll={handleScroll}
        {...active.handlers}
      >
        <StickyDay scroller={scroller} />
        <div className={styles.inner}>
          <div className={`${styles.head} ${hasMore ? styles.more : ''}`} ref={headRef} data-thread-head="">
            {hasMore && <p className={styles.older}>{status === 'older' && t('loadingOlder')}</p>}
            {isLoaded && status === 'failed' && !offline && (
              <p className={styles.older} role="alert">
                {t('refreshFailed')} <TextButton onClick={() => dispatch(messagesWanted(ticketId))}>{t('retry')}</TextButton>
              </p>
            )}
            {!isLoaded && status === 'loading' && messages.length === 0 && <SkeletonRows rows={4} label={t('loading')} />}
            {!isLoaded && status === 'failed' && offline && <NotHere />}
            {!isLoaded && status === 'failed' && !offline && (
              <ErrorState title={t('failed')} onRetry={() => dispatch(messagesWanted(ticketId))}>
                {conversation?.failure && errorText(conversation.failure)}
              </ErrorState>
            )}
            {isLoaded && messages.length === 0 && <p className={styles.older}>{t('none')}</p>}
            <Marks of={head} />
          </div>
          <MessageActsProvider>
            <ThreadTicket value={tickets[ticketId] ?? null}>
              <ol className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
                {drawn.map(({ key, index, start }) => {
                  const row = rows[index];
                  return (
                    row && (
                      <li
                        key={key}
                        ref={virtualizer.measureElement}
                        data-index={index}
                        data-day-of={row.day}
                        className={gapBelow(row, rows[index + 1])}
                        aria-setsize={hasMore || isPart ? -1 : rows.length}
                        aria-posinset={index + 1}
                        style={{ top: start - virtualizer.options.scrollMargin }}
                      >
                        <Message item={row.item} isActive={row.key === active.key} ticketId={ticketId} />
                        <Marks of={row.after} />
                      </li>
                    )
                  );
                })}
              </ol>
            </ThreadTicket>
          </MessageActsProvider>
          {isPart && (
            <p className={styles.older}>
              {status === 'newer' && t('loadingNewer')}
              {status === 'failed' && !offline && (
                <TextButton onClick={() => dispatch(messagesWanted(ticketId))}>{t('retry')}</TextButton>
              )}
            </p>
          )}
        </div>
      </div>
      <VisuallyHidden>
        <span aria-live="polite">{announced}</span>
      </VisuallyHidden>
      {isUp && fresh.waiting > 0 ? (
        <button className={styles.pill} type="button" onClick={goToFresh}>
          <Icon of={ArrowDown} />
          {t('newMessages', { count: fresh.waiting })}
        </button>
      ) : (
        (isPart || isFar) && (
          <button
            className={`${styles.pill} ${styles.quiet}`}
            type="button"
            aria-label={t('toNewest')}
            title={t('toNewest')}
            onClick={goToFresh}
          >
            <Icon of={ArrowDown} />
          </button>
        )
      )}
    </div>
  );
});

/** The gap below a row belongs to the row, so rows above do not affect its position. Separators have their own gap. */
const gapBelow = ({ after }: ThreadRow, next: ThreadRow | undefined): string | undefined =>
  after.length > 0 || !next ? undefined : next.item.joined ? styles.close : styles.apart;

/** The recorded messages, followed by those being sent. */
const useNewestMessages = (ticketId: string): MessageView[] => {
  const conversation = useSelector(selectConversation(ticketId));
  const outbox = useSelector(
    (state: WithMessages) => selectOutbox(state).filter((one) => one.ticketId === ticketId && !one.tags),
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

import type { ChatMessageView, ChatView } from '@prosa/contracts';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { DayName } from '../../desk/messages/thread/thread-marks.tsx';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { goesOn } from '../../kernel/lists/collection.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { ChatBubble, OutgoingBubble } from './chat-bubble.tsx';
import { readChat } from './chats.commands.ts';
import styles from './chats.module.css';
import { chatMessages, selectOutgoing, unreadOf } from './chats.slice.ts';

/** Distance from the top, in pixels, at which the older page is fetched. */
const NEAR_TOP = 600;
/** This close to the end, in pixels, what comes in is followed. */
const AT_END = 40;
const TOGETHER_MS = 3 * 60_000;

/** The messages of a chat, newest at the bottom; older ones come in from above. */
export const ChatThread = ({ chat }: { chat: ChatView }) => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const { status, failure, more, live, filter } = useSelector(chatMessages.selectState);
  const outgoing = useSelector(selectOutgoing);
  const isShown = filter === chat.id;
  const messages = useMemo(() => (isShown ? live.ids.toReversed().map((id) => live.byId[id]!) : []), [isShown, live]);
  const sending = outgoing.filter((one) => one.chatId === chat.id);
  useEffect(() => void dispatch(chatMessages.chosen(chat.id)), [chat.id, dispatch]);
  useRead(chat);
  const { box, handleScroll } = useScroll(messages, sending.length, () => {
    if (goesOn({ status, more, live })) dispatch(chatMessages.more());
  });
  const isLoaded = isShown && live.asOf !== null;
  return (
    <div
      className={styles.thread}
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={t('messages')}
      aria-busy={!isLoaded}
      onScroll={handleScroll}
    >
      {!isLoaded && status !== 'failed' && <SkeletonRows rows={3} label={t('loading')} />}
      {isShown && (status === 'failed' || more === 'failed') && (
        <ErrorState title={t('messagesFailed')} onRetry={() => dispatch(chatMessages.refreshed())}>
          {failure && errorText(failure)}
        </ErrorState>
      )}
      {isLoaded && messages.length + sending.length === 0 && <p className={styles.quiet}>{t('noMessages')}</p>}
      {isLoaded && live.hasMore && <p className={styles.quiet}>{more === 'loading' && t('loadingOlder')}</p>}
      <ol>
        <Rows messages={messages} ownId={me?.id} />
        {sending.map((one) => (
          <OutgoingBubble key={one.key} outgoing={one} />
        ))}
      </ol>
    </div>
  );
};

const Rows = ({ messages, ownId }: { messages: ChatMessageView[]; ownId: string | undefined }) => {
  const { date } = useFormat();
  return messages.map((message, at) => {
    const before = messages[at - 1];
    const isNewDay = !before || date(before.createdAt) !== date(message.createdAt);
    const isJoined =
      !isNewDay &&
      before.senderId === message.senderId &&
      Date.parse(message.createdAt) - Date.parse(before.createdAt) < TOGETHER_MS;
    return [
      isNewDay && (
        <li key={`day ${message.id}`} className={styles.day}>
          <DayName at={message.createdAt} />
        </li>
      ),
      <ChatBubble key={message.id} message={message} isOwn={message.senderId === ownId} isJoined={isJoined} />,
    ];
  });
};

/** Tells that the user has read the chat, while it is shown in a window that is seen. */
const useRead = (chat: ChatView): void => {
  const dispatch = useDispatch();
  const userId = useSelector(selectMe)?.id ?? '';
  const unreads = unreadOf(chat, userId);
  useEffect(() => {
    const tell = () => {
      if (unreads > 0 && document.visibilityState !== 'hidden') dispatch(readChat.start({ id: chat.id, userId }));
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [chat.id, userId, unreads, dispatch]);
};

/** Stays at the end while it is there, and where it is while older messages come in above. */
const useScroll = (messages: ChatMessageView[], sending: number, onNearTop: () => void) => {
  const box = useRef<HTMLDivElement>(null);
  /** Distance from the end; it does not change while something comes in above. */
  const fromEnd = useRef(0);
  const oldest = useRef<string | undefined>(undefined);
  const sent = useRef(sending);
  const look = () => {
    const el = box.current;
    if (el && el.scrollTop < NEAR_TOP) onNearTop();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the messages changed
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    const isAbove = oldest.current !== messages[0]?.id;
    const isOwn = sending > sent.current;
    if (isAbove || isOwn || fromEnd.current < AT_END) {
      const to = isOwn || fromEnd.current < AT_END ? 0 : fromEnd.current;
      el.scrollTop = el.scrollHeight - el.clientHeight - to;
    }
    oldest.current = messages[0]?.id;
    sent.current = sending;
    look();
  }, [messages, sending]);
  const handleScroll = () => {
    const el = box.current;
    if (!el) return;
    fromEnd.current = el.scrollHeight - el.clientHeight - el.scrollTop;
    look();
  };
  return { box, handleScroll };
};

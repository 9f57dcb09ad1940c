import type { ChatView } from '@prosa/contracts';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Screen } from '../../shell/feature.ts';
import panes from '../../shell/panes.module.css';
import { useTitle } from '../../shell/title.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button } from '../../ui/marks/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Tabs } from '../../ui/marks/tabs.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import styles from './chats.module.css';
import { watchThread } from './chats.saga.ts';
import { chatMessages, chatOutbox, chats, selectUnread } from './chats.slice.ts';

const LIST = '/chats';

/** The user's chats beside the chosen one; on phones in two tabs. */
const ChatsScreen = () => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const { chatId = null } = useParams();
  const [begins, setBegins] = useState(false);
  useTitle(t('title'));
  useEffect(() => void dispatch(chats.wanted()), [dispatch]);
  const list = <ChatList currentId={chatId} onNew={() => setBegins(true)} />;
  const pane = <Chosen chatId={chatId} />;
  return (
    <>
      <h1 className="hidden-text">{t('title')}</h1>
      {isPhone ? (
        <PhonePanes chatId={chatId} list={list} pane={pane} />
      ) : (
        <div className={styles.chats}>
          {list}
          {pane}
        </div>
      )}
      {begins && <ChatDialog chat={null} onClose={() => setBegins(false)} />}
    </>
  );
};

/**
 * The chosen chat. One that is not loaded is sought page by page; so is one that is shown, if the list was fetched again without it. When it
 * is deleted, or the user leaves it, while it is shown, the screen goes back to no choice.
 */
const Chosen = ({ chatId }: { chatId: string | null }) => {
  const { t } = useTexts('chats');
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const { status, more, live } = useSelector(chats.selectState);
  const last = useRef<{ chat: ChatView; asOf: string | null } | null>(null);
  const found = chatId === null ? undefined : live.byId[chatId];
  if (found) last.current = { chat: found, asOf: live.asOf };
  const shown = last.current?.chat.id === chatId ? last.current : null;
  // A push has taken it out of the list that contained it, or it is in none of the pages.
  const isGone = chatId !== null && !found && status === 'ready' && (shown?.asOf === live.asOf || !live.hasMore);
  const isSought = chatId !== null && !found && status === 'ready' && !isGone;
  const isLeft = isGone && shown !== null;
  useEffect(() => {
    if (isLeft) void navigate(LIST, { replace: true });
  }, [isLeft, navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each page
  useEffect(() => {
    if (isSought && more === 'idle') dispatch(chats.more());
  }, [isSought, more, live, dispatch]);
  const chat = found ?? (isGone ? undefined : shown?.chat);
  if (chat) return <ChatPane key={chat.id} chat={chat} />;
  if (isSought && more === 'failed') return <ErrorState title={t('failed')} onRetry={() => dispatch(chats.more())} />;
  if (chatId !== null && !isGone) return <SkeletonRows rows={2} label={t('loading')} />;
  return (
    <section className={`${panes.pane} ${styles.pane}`} aria-label={t('messages')}>
      <div className={panes.nothing}>
        {chatId === null ? (
          <EmptyState icon={MessagesSquare} title={t('choose')}>
            {t('chooseHint')}
          </EmptyState>
        ) : (
          <EmptyState
            icon={MessagesSquare}
            title={t('gone')}
            action={<Button onClick={() => void navigate(LIST, { replace: true })}>{t('goBack')}</Button>}
          >
            {t('goneHint')}
          </EmptyState>
        )}
      </div>
    </section>
  );
};

type Parts = { chatId: string | null; list: React.ReactNode; pane: React.ReactNode };

const PhonePanes = ({ chatId, list, pane }: Parts) => {
  const { t } = useTexts('chats');
  const unread = useSelector(selectUnread);
  const [tab, setTab] = useState<'chats' | 'messages'>('chats');
  useEffect(() => setTab(chatId === null ? 'chats' : 'messages'), [chatId]);
  return (
    <div className={`phone-panes ${styles.phone}`}>
      <Tabs
        className={styles.tabs ?? ''}
        label={t('title')}
        items={[
          { id: 'chats', label: t('chats'), ...(unread > 0 && { count: unread }) },
          { id: 'messages', label: t('messages') },
        ]}
        chosen={tab}
        onChoose={setTab}
      />
      {tab === 'chats' ? list : pane}
    </div>
  );
};

export const screen: Screen = {
  element: <ChatsScreen />,
  slices: [chatMessages.slice, chatOutbox],
  saga: watchThread,
  speaks: ['users'],
};

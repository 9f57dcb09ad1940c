import MessagesSquare from 'lucide-react/icons/messages-square';
import Plus from 'lucide-react/icons/plus';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import panes from '../../shell/panes.module.css';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { ChatWords } from './chat-words.tsx';
import styles from './chats.module.css';
import { chats, unreadOf } from './chats.slice.ts';
import { useMoreChats } from './use-more-chats.ts';

/** The list of the user's chats, with the button that begins one. */
export const ChatList = ({ currentId, onNew }: { currentId: string | null; onNew: () => void }) => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const me = useSelector(selectMe);
  const { status, failure, live } = useSelector(chats.selectState);
  const all = useSelector(chats.selectAll);
  const scrolled = useMoreChats();
  const begin = (
    <Button icon={Plus} onClick={onNew}>
      {t('new')}
    </Button>
  );
  return (
    <section className={`${panes.pane} ${styles.list}`} aria-label={t('chats')}>
      <header className={panes.head}>
        <h2 className="grow">{t('title')}</h2>
        {isPhone ? <IconButton icon={Plus} label={t('newShort')} onClick={onNew} /> : begin}
      </header>
      {status === 'loading' && all.length === 0 && <SkeletonRows rows={4} label={t('loading')} />}
      {status === 'failed' && (
        <ErrorState title={t('failed')} onRetry={() => dispatch(chats.wanted())}>
          {failure && errorText(failure)}
        </ErrorState>
      )}
      {status === 'ready' && all.length === 0 && !live.hasMore && (
        <div className={panes.nothing}>
          <EmptyState icon={MessagesSquare} title={t('empty')} action={begin}>
            {t('emptyHint')}
          </EmptyState>
        </div>
      )}
      {all.length > 0 && (
        <ul className={styles.rows} {...scrolled}>
          {all.map((chat) => (
            <li key={chat.id}>
              <Link
                className={`${styles.row} ${unreadOf(chat, me?.id) > 0 ? styles.unread : ''}`}
                to={`/chats/${chat.id}`}
                aria-current={chat.id === currentId || undefined}
              >
                <ChatWords chat={chat} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

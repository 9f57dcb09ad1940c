import MessagesSquare from 'lucide-react/icons/messages-square';
import { useId } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { ChatWords } from './chat-words.tsx';
import { chats } from './chats.slice.ts';
import { useMoreChats } from './use-more-chats.ts';

/** The user's chats, in the popover of the top bar. */
export const List = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const id = useId();
  const { status, failure, live } = useSelector(chats.selectState);
  const all = useSelector(chats.selectAll);
  const scrolled = useMoreChats();
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('title')}</h2>
      </div>
      {all.length > 0 ? (
        <ul {...scrolled}>
          {all.map((chat) => (
            <li key={chat.id}>
              <Link className="notice" to={`/chats/${chat.id}`} onClick={onClose}>
                <ChatWords chat={chat} />
              </Link>
            </li>
          ))}
        </ul>
      ) : status === 'failed' ? (
        <ErrorState title={t('failed')} onRetry={() => dispatch(chats.wanted())}>
          {failure && errorText(failure)}
        </ErrorState>
      ) : status === 'ready' && !live.hasMore ? (
        <EmptyState icon={MessagesSquare} title={t('empty')}>
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <SkeletonRows rows={3} label={t('loading')} />
      )}
      <div className="foot">
        <Link className="button quiet small" to="/chats" onClick={onClose}>
          {t('goBack')}
        </Link>
      </div>
    </section>
  );
};

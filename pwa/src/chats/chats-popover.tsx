import { limits } from '@prosa/contracts';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useTexts } from '../i18n/use-texts.ts';
import { EmptyState } from '../ui/states.tsx';
import { ChatWords } from './chat-words.tsx';
import { chats } from './chats.slice.ts';

/** Distance from the end, in pixels, at which further chats are shown. */
const NEAR_END = 100;

/** The user's chats, in the popover of the top bar. */
export const List = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTexts('chats');
  const id = useId();
  const all = useSelector(chats.selectAll);
  const [shown, setShown] = useState<number>(limits.pageSize);
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('title')}</h2>
      </div>
      {all.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={t('empty')}>
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <ul
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < NEAR_END) setShown(shown + limits.pageSize);
          }}
        >
          {all.slice(0, shown).map((chat) => (
            <li key={chat.id}>
              <Link className="notice" to={`/chats/${chat.id}`} onClick={onClose}>
                <ChatWords chat={chat} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="foot">
        <Link className="button quiet small" to="/chats" onClick={onClose}>
          {t('goBack')}
        </Link>
      </div>
    </section>
  );
};

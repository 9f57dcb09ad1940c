import type { ChatView } from '@prosa/contracts';
import File from 'lucide-react/icons/file';
import Image from 'lucide-react/icons/image';
import Mic from 'lucide-react/icons/mic';
import Users from 'lucide-react/icons/users';
import Video from 'lucide-react/icons/video';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './chats.module.css';
import type texts from './chats.screen.pt.json';
import { unreadOf } from './chats.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    chats: typeof texts;
  }
}

const icons = { image: Image, audio: Mic, video: Video, other: File };

/** The picture of a chat: of two people the other one, otherwise a group. */
export const ChatPicture = ({ chat: { title, users } }: { chat: ChatView }) =>
  users.length > 2 ? (
    <span className={`avatar ${styles.group}`}>
      <Icon of={Users} />
    </span>
  ) : (
    <Avatar name={title} />
  );

/** A line of a list of chats: title, newest message, what is unread. */
export const ChatWords = ({ chat }: { chat: ChatView }) => {
  const { t } = useTexts('chats');
  const { rowTime } = useFormat();
  const me = useSelector(selectMe);
  const { title, updatedAt, lastMessage, lastMediaType, lastSenderId, users } = chat;
  const sender = users.find(({ userId }) => userId === lastSenderId)?.user.name;
  const by = lastSenderId === me?.id ? t('you') : sender?.split(' ')[0];
  const words = lastMessage || (lastMediaType ? t(lastMediaType) : lastMessage === null ? t('forgotten') : t('nothingYet'));
  return (
    <>
      <ChatPicture chat={chat} />
      <span className="lines">
        <span className="line">
          <span className="name truncate">{title}</span>
          <time dateTime={updatedAt}>{rowTime(updatedAt)}</time>
        </span>
        <span className="line">
          {lastMediaType && <Icon of={icons[lastMediaType]} size="tiny" />}
          <span className="last truncate">{lastSenderId && by ? t('said', { name: by, text: words }) : words}</span>
          <Badge count={unreadOf(chat, me?.id)} />
        </span>
      </span>
    </>
  );
};

import MessagesSquare from 'lucide-react/icons/messages-square';
import { useSelector } from 'react-redux';
import { loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { later } from '../../kernel/loading/later.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { BarButton } from '../../shell/bar-button.tsx';
import { selectIsUnread } from './chats.slice.ts';

const label = { pt: 'Chat interno', en: 'Internal chat', es: 'Chat interno' };
const unread = { pt: 'há mensagens não lidas', en: 'there are unread messages', es: 'hay mensajes sin leer' };

const list = later(async () => (await Promise.all([import('./chats-popover.tsx'), loadScreenTexts('chats')]))[0], {
  atRest: true,
});

/** The button of the top bar that opens the list of the user's chats. */
export const ChatsButton = () => {
  const isUnread = useSelector(selectIsUnread);
  const may = useSelector(selectMay('chats:write'));
  if (!may) return null;
  return <BarButton icon={MessagesSquare} label={label} fresh={isUnread ? unread : null} part={list} />;
};

import { limits } from '@prosa/contracts';
import MessagesSquare from 'lucide-react/icons/messages-square';
import type { Feature } from '../../shell/feature.ts';
import { watchChats } from './chats.saga.ts';
import { chats, selectIsUnread, unreadChats } from './chats.slice.ts';
import { ChatsButton } from './chats-button.tsx';

/** Chats among colleagues: their screen, the dot of its entry, and the button of the top bar. */
export const feature: Feature = {
  name: 'chats',
  slices: [chats.slice, unreadChats],
  saga: watchChats,
  // One path: each path of a screen starts the screen's saga, and all that it sends would be sent twice.
  screens: [
    {
      path: 'chats/:chatId?',
      may: 'chats:write',
      toastMs: limits.administrationToastMs,
      load: () => import('./chats.screen.tsx'),
    },
  ],
  nav: [
    {
      to: '/chats',
      label: { pt: 'Chat interno', en: 'Internal chat', es: 'Chat interno' },
      place: 100,
      icon: MessagesSquare,
      may: 'chats:write',
      dot: {
        shows: selectIsUnread,
        label: { pt: 'há mensagens não lidas', en: 'there are unread messages', es: 'hay mensajes sin leer' },
      },
    },
  ],
  bar: [{ place: 30, element: ChatsButton }],
};

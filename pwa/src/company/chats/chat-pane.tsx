import type { ChatView } from '@prosa/contracts';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import panes from '../../shell/panes.module.css';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { DeletionDialog } from '../../ui/overlays/deletion-dialog.tsx';
import { MenuButton } from '../../ui/overlays/menu.tsx';
import { ChatComposer } from './chat-composer.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ChatThread } from './chat-thread.tsx';
import { ChatPicture } from './chat-words.tsx';
import { deleteChat } from './chats.commands.ts';
import styles from './chats.module.css';

/** A chat: who is in it, its messages, and the field for new ones. Its owner changes it, and deletes it as an administrator. */
export const ChatPane = ({ chat }: { chat: ChatView }) => {
  const { t } = useTexts('chats');
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const me = useSelector(selectMe);
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const isOwner = chat.ownerId === me?.id;
  const close = () => setOpen(null);
  const acts = [
    ...(isOwner ? [{ id: 'edit', icon: Pencil, label: t('edit'), run: () => setOpen('change') }] : []),
    ...(isOwner && me.profile === 'admin'
      ? [{ id: 'delete', icon: Trash2, label: t('delete'), danger: true, run: () => setOpen('delete') }]
      : []),
  ];
  const others = chat.users.filter(({ userId }) => userId !== me?.id).map(({ user }) => user.name ?? t('someone'));
  return (
    <section className={`${panes.pane} ${styles.pane}`} aria-label={t('with', { title: chat.title })}>
      <header className={panes.head}>
        {!isPhone && <ChatPicture chat={chat} />}
        <div className={styles.who}>
          <h2 className="truncate">{chat.title}</h2>
          {!isPhone && <p className="truncate">{[t('you'), ...others].join(', ')}</p>}
        </div>
        {isPhone && acts.length > 0 ? (
          <MenuButton label={t('acts')} entries={acts}>
            {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={t('acts')} />}
          </MenuButton>
        ) : (
          acts.map(({ id, icon, label, run }) => <IconButton key={id} icon={icon} label={label} onClick={run} />)
        )}
      </header>
      <ChatThread key={chat.id} chat={chat} />
      <ChatComposer key={`write ${chat.id}`} chatId={chat.id} />
      {open === 'change' && <ChatDialog chat={chat} onClose={close} />}
      {open === 'delete' && (
        <DeletionDialog
          title={t('deleteTitle', { title: chat.title })}
          id={chat.id}
          act={deleteChat.act({ id: chat.id })}
          onDelete={() => dispatch(deleteChat.start({ id: chat.id }))}
          onClose={close}
          texts={{ cancel: t('cancel'), delete: t('deleteIt') }}
        >
          <p>{t('deleteHint')}</p>
        </DeletionDialog>
      )}
    </section>
  );
};

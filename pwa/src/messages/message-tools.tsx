import type { MessageView } from '@prosa/contracts';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Reply from 'lucide-react/icons/reply';
import Trash2 from 'lucide-react/icons/trash-2';
import { useContext, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { titleOf } from '../contacts/titles.ts';
import { notified } from '../kernel/toasts.slice.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton, type MenuEntry } from '../ui/menu.tsx';
import { focusComposer, focusMessage } from './go-to-message.ts';
import styles from './message.module.css';
import { deleteMessage } from './messages.commands.ts';
import { replyChosen } from './messages.slice.ts';
import { ThreadTicket } from './thread-ticket.ts';

/** So much of a text names a message. */
const NAMING = 80;

/** Reply, copy and delete, beside the bubble. Observations are not answered; customers' messages are not deleted. */
export const MessageTools = ({ message, ticketId }: { message: MessageView; ticketId: string }) => {
  const { t } = useTranslation('messages');
  const dispatch = useDispatch();
  const ticket = useContext(ThreadTicket);
  const [isAsking, setAsking] = useState(false);
  const isRecorded = message.position !== '0';
  const mayReply = isRecorded && !message.isObservation && ticket?.status === 'open';
  const { id, body, fromMe, isDeleted, user } = message;
  const author = fromMe ? (user?.name ?? null) : ticket && titleOf(ticket);
  const reply = () => {
    dispatch(replyChosen({ ticketId, quote: { id, body, fromMe, isDeleted, author, hidden: false } }));
    focusComposer();
  };
  /** These tools may be gone with the pointer by then; their message is not. */
  const stopAsking = () => {
    setAsking(false);
    requestAnimationFrame(() => focusMessage(id));
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(body ?? '');
      dispatch(notified({ kind: 'ok', text: t('copied') }));
    } catch {
      dispatch(notified({ kind: 'bad', text: t('notCopied') })); // the browser forbids it
    }
  };
  const entries: MenuEntry[] = [
    ...(mayReply ? [{ id: 'reply', label: t('reply'), icon: Reply, run: reply }] : []),
    { id: 'copy', label: t('copy'), icon: Copy, run: () => void copy() },
    ...(fromMe && isRecorded
      ? [{ id: 'delete', label: t('delete'), icon: Trash2, danger: true, run: () => setAsking(true) }]
      : []),
  ];
  const handleDelete = () => {
    dispatch(deleteMessage.start({ messageId: id }));
    stopAsking();
  };
  return (
    <span className={styles.tools}>
      {mayReply && (
        <button className="button" type="button" aria-label={t('reply')} title={t('reply')} onClick={reply}>
          <Icon of={Reply} />
        </button>
      )}
      <MenuButton label={t('options')} entries={entries}>
        {(trigger) => (
          <button {...trigger} className="button" type="button" aria-label={t('moreOptions')} title={t('moreOptions')}>
            <Icon of={Ellipsis} />
          </button>
        )}
      </MenuButton>
      <Dialog
        title={t('deleteTitle')}
        isOpen={isAsking}
        onClose={stopAsking}
        footer={
          <>
            <Button onClick={stopAsking}>{t('cancel')}</Button>
            <Button kind="danger" steady={`delete ${id}`} onClick={handleDelete}>
              {t('delete')}
            </Button>
          </>
        }
      >
        <div className="body">
          <Trans t={t} i18nKey="deleteBody" values={{ text: named(body ?? '') }} components={{ b: <b /> }} />
        </div>
      </Dialog>
    </span>
  );
};

const named = (text: string): string => (text.length > NAMING ? `${text.slice(0, NAMING)}…` : text);

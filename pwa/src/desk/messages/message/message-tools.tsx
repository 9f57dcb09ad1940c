import { type MessageView, wordsOf } from '@prosa/contracts';
import { abilitiesOf } from '@prosa/contracts/channels';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Forward from 'lucide-react/icons/forward';
import Reply from 'lucide-react/icons/reply';
import Trash2 from 'lucide-react/icons/trash-2';
import { useContext } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { replyChosen } from '../state/messages.slice.ts';
import { quoteOf } from '../state/outgoing.ts';
import { focusComposer } from './go-to-message.ts';
import styles from './message.module.css';
import { useMessageActs } from './message-acts.tsx';
import { useOutgoingEntries } from './outgoing-parts.tsx';
import { ThreadTicket } from './thread-ticket.ts';

/**
 * Reply, forward, copy and delete, beside the bubble. Observations cannot be answered or forwarded; customers' messages cannot be deleted.
 */
export const MessageTools = ({ message, ticketId }: { message: MessageView; ticketId: string }) => {
  const { t } = useTexts('messages');
  const dispatch = useDispatch();
  const ticket = useContext(ThreadTicket);
  const acts = useMessageActs();
  const serves = useSelector(selectServes);
  const isRecorded = message.position !== '0';
  const mayReply = isRecorded && !message.isObservation && ticket?.status === 'open';
  const { body, fromMe, user } = message;
  const words = wordsOf(message);
  // A call has no content.
  const hasContent = message.media !== null || message.place !== null || message.contacts !== null;
  const mayForward = serves && isRecorded && !message.isObservation && body !== null && (body.trim() !== '' || hasContent);
  const author = fromMe ? (user?.name ?? null) : ticket && titleOf(ticket);
  const reply = () => {
    dispatch(replyChosen({ ticketId, quote: quoteOf(message, author) }));
    focusComposer();
  };
  const forward = () => acts.forward(message, author);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      dispatch(notified({ kind: 'ok', text: t('copied') }));
    } catch {
      dispatch(notified({ kind: 'bad', text: t('notCopied') })); // the browser forbids it
    }
  };
  // A message that may have arrived is deleted there as well, if the channel can.
  const mayHaveArrived = !message.isObservation && (message.ack >= 2 || message.state === 'unsure');
  const mayDelete =
    serves &&
    fromMe &&
    isRecorded &&
    !(mayHaveArrived && ticket !== null && abilitiesOf(ticket.channel, ticket.provider).deletesMs === null);
  const entries: MenuEntry[] = [
    ...(mayReply ? [{ id: 'reply', label: t('reply'), icon: Reply, run: reply }] : []),
    ...(mayForward ? [{ id: 'forward', label: t('forward'), icon: Forward, run: forward }] : []),
    ...(words === '' ? [] : [{ id: 'copy', label: t('copy'), icon: Copy, run: () => void copy() }]),
    ...(mayDelete
      ? [
          ...(words === '' ? [] : (['separator'] as const)),
          { id: 'delete', label: t('delete'), icon: Trash2, danger: true, run: () => acts.remove(message) },
        ]
      : []),
    ...useOutgoingEntries(message),
  ];
  if (entries.length === 0) return null;
  return (
    <span className={styles.tools}>
      {mayReply && (
        <button className="button" type="button" aria-label={t('reply')} title={t('reply')} onClick={reply}>
          <Icon of={Reply} />
        </button>
      )}
      {mayForward && (
        <button className="button" type="button" aria-label={t('forward')} title={t('forward')} onClick={forward}>
          <Icon of={Forward} />
        </button>
      )}
      <MenuButton label={t('options')} entries={entries}>
        {(trigger) => (
          <button {...trigger} className="button" type="button" aria-label={t('moreOptions')} title={t('moreOptions')}>
            <Icon of={Ellipsis} />
          </button>
        )}
      </MenuButton>
    </span>
  );
};

import { newId, type TicketView } from '@prosa/contracts';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { CopyButton } from '../../../ui/marks/copy-button.tsx';
import { ComposerFrame } from '../../composer/composer.tsx';
import { useDraft } from '../../composer/use-draft.ts';
import { useSigns } from '../../composer/use-signs.ts';
import { reopenTicket } from '../state/tickets.commands.ts';
import { selectGoesOnIn, selectServedQueues } from '../state/tickets.selectors.ts';
import styles from './left-text.module.css';

/** A text that was being written when somebody closed the ticket or gave it back: it stays in sight, with the ways to go on with it. */
export const LeftText = ({ ticket }: { ticket: TicketView }) => {
  const { id, status, queueId } = ticket;
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const author = useSelector(selectMe)?.name ?? null;
  const [signs] = useSigns();
  const [text, setText] = useDraft('draft', id);
  const isServed = useSelector(selectServedQueues).some((queue) => queue.id === queueId);
  const goesOn = useSelector(selectGoesOnIn(ticket)) !== null;
  if (text.trim() === '') return null;
  const send = () => {
    if (queueId === null) return;
    const words = { body: text.trim(), isObservation: false, signature: signs ? author : null, quoted: null };
    const fresh = { key: newId(), ticketId: id, createdAt: new Date().toISOString() };
    const outgoing = { ...words, ...fresh, state: 'waiting' as const, position: null, failure: null };
    dispatch(reopenTicket.start({ ticketId: id, queueId, text: outgoing }));
  };
  return (
    <ComposerFrame>
      <p className={styles.head} role="status">
        {t('leftText')}
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <div className={styles.acts}>
        <Button onClick={() => setText('')}>{t('leftTextDrop')}</Button>
        <CopyButton text={text} />
        {status === 'closed' && isServed && !goesOn && (
          <Button className={styles.send} onClick={send}>
            {t('leftTextSend')}
          </Button>
        )}
      </div>
    </ComposerFrame>
  );
};

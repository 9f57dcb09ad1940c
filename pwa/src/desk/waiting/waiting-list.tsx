import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { TextButton } from '../../ui/marks/button.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { EditDialog } from '../messages/dialogs/edit-dialog.tsx';
import { selectOutbox, sendDropped, sendRetried } from '../messages/state/messages.slice.ts';
import type { Outgoing } from '../messages/state/outgoing.ts';
import { mayEdit } from '../outbox/outgoing.ts';
import { selectTicket } from '../tickets/state/tickets.selectors.ts';
import styles from './waiting-list.module.css';

/** The unsent messages of this device, by ticket, with the actions on them. */
export const WaitingList = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTexts('waiting');
  const all = useSelector(selectOutbox).filter(({ state }) => state !== 'taken');
  const [editing, setEditing] = useState<string | null>(null);
  const byTicket = Map.groupBy(all, ({ ticketId }) => ticketId);
  return (
    <>
      <Dialog title={t('title')} isOpen size="medium" onClose={onClose}>
        <div className="body">
          {all.length === 0 ? (
            <EmptyState icon={CircleCheck} title={t('empty')}>
              {t('emptyHint')}
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {[...byTicket].map(([ticketId, items]) => (
                <Ticket key={ticketId} ticketId={ticketId} items={items} onEdit={setEditing} onClose={onClose} />
              ))}
            </ul>
          )}
        </div>
      </Dialog>
      {editing !== null && <EditDialog outgoingKey={editing} onClose={() => setEditing(null)} />}
    </>
  );
};

type TicketProps = { ticketId: string; items: Outgoing[]; onEdit: (key: string) => void; onClose: () => void };

const Ticket = ({ ticketId, items, onEdit, onClose }: TicketProps) => {
  const { t } = useTexts('waiting');
  const ticket = useSelector(selectTicket(ticketId));
  return (
    <li>
      <h3>
        <span className="truncate">{ticket ? titleOf(ticket) : t('unknownTicket')}</span>
        <Link to={`/tickets/${ticketId}`} onClick={onClose}>
          {t('open')}
        </Link>
      </h3>
      <ul>
        {items.map((one) => (
          <Item key={one.key} outgoing={one} onEdit={() => onEdit(one.key)} />
        ))}
      </ul>
    </li>
  );
};

const Item = ({ outgoing, onEdit }: { outgoing: Outgoing; onEdit: () => void }) => {
  const { t } = useTexts('waiting');
  const dispatch = useDispatch();
  const { time } = useFormat();
  const { key, body, isObservation, file, tags, state, failure, isUnknown, createdAt } = outgoing;
  const said = [file?.name, body].filter(Boolean).join(' · ');
  const words = tags
    ? tags.length > 0
      ? t('tags', { names: tags.map(({ name }) => name).join(', ') })
      : t('noTags')
    : isObservation
      ? t('note', { text: said })
      : said;
  const isRefused = state === 'failed';
  return (
    <li className={styles.item}>
      <p className={styles.words} dir="auto">
        {words}
      </p>
      <p className={styles.about}>
        <time dateTime={createdAt}>{time(createdAt)}</time>
        <span className={isRefused ? styles.refused : undefined}>
          {isRefused && failure ? errorText(failure) : t(isUnknown ? 'unknown' : 'waits')}
        </span>
        {isRefused && (
          <TextButton aria-label={t('retryOf', { text: words })} onClick={() => dispatch(sendRetried(key))}>
            {t('retry')}
          </TextButton>
        )}
        {mayEdit(outgoing) && (
          <TextButton aria-label={t('editOf', { text: words })} onClick={onEdit}>
            {t('edit')}
          </TextButton>
        )}
        <TextButton
          danger
          aria-label={t(isRefused ? 'discardOf' : 'withdrawOf', { text: words })}
          onClick={() => dispatch(sendDropped(key))}
        >
          {t(isRefused ? 'discard' : 'withdraw')}
        </TextButton>
      </p>
    </li>
  );
};

import type { TicketView } from '@prosa/contracts';
import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { Dot } from '../../../ui/marks/tag.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { reopenTicket } from '../state/tickets.commands.ts';
import { selectServedQueues } from '../state/tickets.selectors.ts';
import styles from './reopen-dialog.module.css';
import { useFormAct } from './use-form-act.ts';

/** Chooses the queue in which a closed ticket is reopened; the ticket is then assigned to the user. */
export const ReopenDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTexts('tickets');
  const { date } = useFormat();
  const name = useId();
  const choices = useSelector(selectServedQueues);
  const [picked, setPicked] = useState<string | null>(ticket.queueId);
  const queueId = choices.find(({ id }) => id === picked)?.id ?? null;
  const payload = { ticketId: ticket.id, queueId: queueId ?? '' };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(reopenTicket, payload, queueId !== null, onClose);
  const choose = (id: string) => {
    setPicked(id);
    again();
  };
  const isMissing = isAsked && queueId === null;
  const since = ticket.closedAt ? ` · ${t('closedOn', { date: date(ticket.closedAt) })}` : '';
  return (
    <FormDialog
      title={t('reopenTitle')}
      about={titleOf(ticket) + since}
      act={t('reopen')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className={`field ${styles.queues}`} aria-describedby={isMissing ? `${name}-error` : undefined}>
        <legend className="label">{t('queue')}</legend>
        <div>
          {choices.map((queue) => (
            <label className={styles.row} key={queue.id}>
              <input type="radio" name={name} checked={queue.id === queueId} onChange={() => choose(queue.id)} />
              <span className={styles.queue}>
                <Dot color={queue.color} />
                <span className="truncate">{queue.name}</span>
              </span>
              {queue.id === ticket.queueId && <small>{t('queueBefore')}</small>}
            </label>
          ))}
        </div>
        {choices.length === 0 && <p className="hint">{t('noOwnQueue')}</p>}
        {isMissing && (
          <p className="error" id={`${name}-error`} role="alert">
            {t('chooseQueueError')}
          </p>
        )}
      </fieldset>
      <p className="hint">{t('reopenHint')}</p>
    </FormDialog>
  );
};

import type { TicketView } from '@prosa/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useFormat } from '../i18n/format.ts';
import { queues } from '../queues/queues.slice.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Dot } from '../ui/tag.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { reopenTicket } from './tickets.commands.ts';
import { titleOf } from './titles.ts';
import { TitleOfTwo } from './transfer-dialog.tsx';
import { useAct } from './use-act.ts';

/** In which queue a closed ticket is opened again; it is then one's own. */
export const ReopenDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTranslation('tickets');
  const dispatch = useDispatch();
  const { date } = useFormat();
  const name = useId();
  const me = useSelector(selectMe);
  const all = useSelector(queues.selectAll);
  const choices = me?.profile === 'admin' ? all : all.filter(({ id }) => me?.queueIds.includes(id));
  const [chosen, setChosen] = useState<string | null>(ticket.queueId);
  const [isAsked, setAsked] = useState(false);
  const queueId = choices.find(({ id }) => id === chosen)?.id ?? null;
  const payload = { ticketId: ticket.id, queueId: queueId ?? '' };
  const { isBusy } = useAct(reopenTicket.act(payload), onClose);
  const handleSubmit = () => {
    setAsked(true);
    if (queueId !== null) dispatch(reopenTicket.start(payload));
  };
  const since = ticket.closedAt ? ` · ${t('closedOn', { date: date(ticket.closedAt) })}` : '';
  return (
    <Dialog
      title={<TitleOfTwo title={t('reopenTitle')} sub={titleOf(ticket) + since} />}
      isOpen
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t('reopen')}
          </Button>
        </>
      }
    >
      <div className="form">
        <fieldset className="field" aria-describedby={isAsked && queueId === null ? `${name}-error` : undefined}>
          <legend className="label">{t('queue')}</legend>
          {choices.map((queue) => (
            <label className="radio-row" key={queue.id}>
              <input type="radio" name={name} checked={queue.id === queueId} onChange={() => setChosen(queue.id)} />
              <span className="q">
                <Dot color={queue.color} />
                <span className="truncate">{queue.name}</span>
              </span>
              {queue.id === ticket.queueId && <small>{t('queueBefore')}</small>}
            </label>
          ))}
          {isAsked && queueId === null && (
            <p className="error" id={`${name}-error`} role="alert">
              {t('chooseQueueError')}
            </p>
          )}
        </fieldset>
        <p className="hint">{t('reopenHint')}</p>
      </div>
    </Dialog>
  );
};

import { type TicketView, type UserView, userRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { queues } from '../queues/queues.slice.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ComboBox } from '../ui/combo-box.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { transferTicket } from './tickets.commands.ts';
import { titleOf } from './titles.ts';
import { useAct } from './use-act.ts';
import { useSearch } from './use-search.ts';

/** To which queue, and to whom in it: without anybody it waits there. */
export const TransferDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  useReturnFocus();
  const { t } = useTranslation('tickets');
  const dispatch = useDispatch();
  const all = useSelector(queues.selectAll);
  const [queueId, setQueueId] = useState<string | null>(ticket.queueId);
  const [query, setQuery] = useState('');
  const [user, setUser] = useState<UserView | null>(null);
  const [isAsked, setAsked] = useState(false);
  const found = useSearch(
    user ? '' : query,
    userRoutes.list,
    (searchParam) => ({ query: { searchParam } }),
    ({ users }) => users,
  );
  const known = all.some(({ id }) => id === queueId);
  const payload = { ticketId: ticket.id, queueId: queueId ?? '', userId: user?.id ?? null };
  const { isBusy } = useAct(transferTicket.act(payload), onClose);
  const handleSubmit = () => {
    setAsked(true);
    if (known) dispatch(transferTicket.start(payload));
  };
  return (
    <Dialog
      title={<TitleOfTwo title={t('transferTitle')} sub={titleOf(ticket)} />}
      isOpen
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {t('transfer')}
          </Button>
        </>
      }
    >
      <div className="form">
        <Field label={t('queue')} error={isAsked && !known ? t('chooseQueueError') : undefined}>
          {(control) => (
            <Select
              control={control}
              label={t('queue')}
              items={all}
              chosen={known ? queueId : null}
              onChoose={setQueueId}
              placeholder={t('chooseQueue')}
            />
          )}
        </Field>
        <Field
          label={t('attendant')}
          note={t('optional')}
          error={found.failure ? errorText(found.failure) : undefined}
          hint={user || found.items ? undefined : t('searchFrom3')}
        >
          {(control) => (
            <ComboBox<UserView>
              control={control}
              label={t('attendants')}
              query={query}
              onQuery={(words) => {
                setQuery(words);
                setUser(null);
              }}
              items={user ? null : found.items}
              busy={found.isBusy}
              itemKey={({ id }) => id}
              none={t('noAttendant', { query: query.trim() })}
              onChoose={(chosen) => {
                setUser(chosen);
                setQuery(chosen.name ?? '');
              }}
              render={(one) => (
                <>
                  <Avatar name={one.name} size={28} />
                  <span className="grow">
                    <span className="truncate">{one.name}</span>
                    <small className="truncate">{one.queues.map(({ name }) => name).join(', ')}</small>
                  </span>
                  <span className={`presence ${one.online ? '' : 'muted'}`}>
                    <span className={`dot ${one.online ? 'online' : 'hollow'}`} />
                    {t(one.online ? 'online' : 'offline')}
                  </span>
                </>
              )}
            />
          )}
        </Field>
        <p className="hint">{user ? t('transferToUser', { name: user.name }) : t('transferToQueue')}</p>
      </div>
    </Dialog>
  );
};

/** A dialog's title and, below it, whom it is about. */
export const TitleOfTwo = ({ title, sub }: { title: string; sub: string }) => (
  <>
    {title}
    <span className="sub truncate">{sub}</span>
  </>
);

import { type TicketView, type UserView, userRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { titleOf } from '../../contacts/titles.ts';
import { errorText } from '../../i18n/error-text.ts';
import { queues } from '../../queues/queues.slice.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { transferTicket } from '../state/tickets.commands.ts';
import { QueueField } from './queue-field.tsx';
import styles from './transfer-dialog.module.css';
import { useFinder } from './use-finder.ts';
import { useFormAct } from './use-form-act.ts';

/**
 * To which queue, and to whom: without anybody it waits there. Nothing is chosen before (C-TICKET-053). One may also hand it to somebody
 * who is not in the queue, as the service allows; the list and the line below say so.
 */
export const TransferDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation('tickets');
  const all = useSelector(queues.selectAll);
  const [picked, setPicked] = useState<string | null>(null);
  const queue = all.find(({ id }) => id === picked) ?? null;
  const queueId = queue?.id ?? null;
  const users = useFinder(
    userRoutes.list,
    ({ users }) => users,
    ({ name }) => name ?? '',
  );
  const payload = { ticketId: ticket.id, queueId: queueId ?? '', userId: users.chosen?.id ?? null };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(transferTicket, payload, queueId !== null, onClose);
  const isOutside = ({ queueIds }: UserView) => queueId !== null && !queueIds.includes(queueId);
  const chooseQueue = (id: string) => {
    setPicked(id);
    again();
  };
  const write = (words: string) => {
    users.write(words);
    again();
  };
  const outcome = !users.chosen
    ? t('transferToQueue')
    : queue && isOutside(users.chosen)
      ? t('transferOutside', { name: users.chosen.name, queue: queue.name })
      : t('transferToUser', { name: users.chosen.name });
  return (
    <FormDialog
      title={t('transferTitle')}
      about={titleOf(ticket)}
      act={t('transfer')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueueField queues={all} chosen={queueId} onChoose={chooseQueue} isMissing={isAsked && queueId === null} />
      <Field
        label={t('attendant')}
        note={t('optional')}
        error={users.failure ? errorText(users.failure) : undefined}
        hint={users.chosen || users.items ? undefined : t('searchFrom3')}
      >
        {(control) => (
          <ComboBox<UserView>
            control={control}
            label={t('attendants')}
            query={users.query}
            onQuery={write}
            items={users.items?.toSorted((a, b) => Number(isOutside(a)) - Number(isOutside(b))) ?? null}
            busy={users.isBusy}
            itemKey={({ id }) => id}
            none={t('noAttendant', { query: users.query.trim() })}
            onChoose={users.choose}
            render={(user) => <UserLine user={user} isOutside={isOutside(user)} />}
          />
        )}
      </Field>
      <p className="hint" aria-live="polite">
        {outcome}
      </p>
    </FormDialog>
  );
};

const UserLine = ({ user: { name, queues: own, online }, isOutside }: { user: UserView; isOutside: boolean }) => {
  const { t } = useTranslation('tickets');
  return (
    <>
      <Avatar name={name} size={28} />
      <span className="grow">
        <span className="truncate">{name}</span>
        <small className="truncate">
          {isOutside && <b>{t('outsideQueue')}</b>}
          {isOutside && own.length > 0 && ' · '}
          {own.map((queue) => queue.name).join(', ')}
        </small>
      </span>
      <span className={`${styles.presence} ${online ? '' : styles.muted}`}>
        <span className={`dot ${online ? styles.online : styles.hollow}`} />
        {t(online ? 'online' : 'offline')}
      </span>
    </>
  );
};

import { type TicketView, type UserView, userRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { queues } from '../queues/queues.slice.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ComboBox } from '../ui/combo-box.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { QueueField } from './queue-field.tsx';
import { transferTicket } from './tickets.commands.ts';
import { titleOf } from './titles.ts';
import { useFinder } from './use-finder.ts';
import { useFormAct } from './use-form-act.ts';

/** To which queue, and to whom in it: without anybody it waits there. */
export const TransferDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation('tickets');
  const all = useSelector(queues.selectAll);
  const [picked, setPicked] = useState<string | null>(ticket.queueId);
  const queueId = all.find(({ id }) => id === picked)?.id ?? null;
  const users = useFinder(
    userRoutes.list,
    ({ users }) => users,
    ({ name }) => name ?? '',
  );
  const payload = { ticketId: ticket.id, queueId: queueId ?? '', userId: users.chosen?.id ?? null };
  const { isAsked, isBusy, submit } = useFormAct(transferTicket, payload, queueId !== null, onClose);
  return (
    <FormDialog
      title={t('transferTitle')}
      about={titleOf(ticket)}
      act={t('transfer')}
      busy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueueField queues={all} chosen={queueId} onChoose={setPicked} isMissing={isAsked && queueId === null} />
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
            onQuery={users.write}
            items={users.items}
            busy={users.isBusy}
            itemKey={({ id }) => id}
            none={t('noAttendant', { query: users.query.trim() })}
            onChoose={users.choose}
            render={(user) => <UserLine user={user} />}
          />
        )}
      </Field>
      <p className="hint">{users.chosen ? t('transferToUser', { name: users.chosen.name }) : t('transferToQueue')}</p>
    </FormDialog>
  );
};

const UserLine = ({ user: { name, queues: own, online } }: { user: UserView }) => {
  const { t } = useTranslation('tickets');
  return (
    <>
      <Avatar name={name} size={28} />
      <span className="grow">
        <span className="truncate">{name}</span>
        <small className="truncate">{own.map((queue) => queue.name).join(', ')}</small>
      </span>
      <span className={`presence ${online ? '' : 'muted'}`}>
        <span className={`dot ${online ? 'online' : 'hollow'}`} />
        {t(online ? 'online' : 'offline')}
      </span>
    </>
  );
};

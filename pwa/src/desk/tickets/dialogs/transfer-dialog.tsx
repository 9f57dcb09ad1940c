import { type TicketView, type UserView, userRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { queues } from '../../../flows/queues/queues.slice.ts';
import { useFinder } from '../../../kernel/calls/use-finder.ts';
import { errorText } from '../../../kernel/i18n/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { ComboBox } from '../../../ui/fields/combo-box.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { bulkTickets } from '../state/tickets.bulk.ts';
import { transferTicket } from '../state/tickets.commands.ts';
import { manyOf } from './many.ts';
import { QueueField } from './queue-field.tsx';
import styles from './transfer-dialog.module.css';
import { useFormAct } from './use-form-act.ts';

type Props = {
  tickets: TicketView[];
  /** All of them at once, from the list. */
  isBulk?: boolean;
  onClose: () => void;
};

/**
 * Chooses the queue and optionally the user to transfer to: without a user the ticket waits in the queue. Nothing is preselected. A user
 * outside of the queue may be chosen too, as the service allows it; the list and the line below say so.
 */
export const TransferDialog = ({ tickets, isBulk = false, onClose }: Props) => {
  const { t } = useTexts('tickets');
  const known = useSelector(queues.selectAll);
  const [picked, setPicked] = useState<string | null>(null);
  const queue = known.find(({ id }) => id === picked) ?? null;
  const queueId = queue?.id ?? null;
  const users = useFinder(
    userRoutes.list,
    ({ users }) => users,
    ({ name }) => name ?? '',
  );
  const to = { queueId: queueId ?? '', userId: users.chosen?.id ?? null };
  const [first] = tickets;
  const one = { ticketId: first?.id ?? '', ...to };
  const all = { tickets: manyOf(tickets), act: { name: 'transfer' as const, ...to } };
  const command = isBulk
    ? { act: () => bulkTickets.act(all), start: () => bulkTickets.start(all) }
    : { act: () => transferTicket.act(one), start: () => transferTicket.start(one) };
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(command, null, queueId !== null, onClose);
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
      about={isBulk || !first ? t('ticketsCount', { count: tickets.length }) : titleOf(first)}
      act={t('transfer')}
      busy={isBusy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueueField queues={known} chosen={queueId} onChoose={chooseQueue} isMissing={isAsked && queueId === null} />
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

const UserLine = ({ user: { name, profilePicUrl, queues: own, online }, isOutside }: { user: UserView; isOutside: boolean }) => {
  const { t } = useTexts('tickets');
  return (
    <>
      <Avatar name={name} picture={profilePicUrl} size={28} />
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

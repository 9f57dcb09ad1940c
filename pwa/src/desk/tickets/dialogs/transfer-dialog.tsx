import { limits, type TicketView, visible } from '@prosa/contracts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { titleOf } from '../../../contacts/contacts/titles.ts';
import { queues } from '../../../flows/queues/queues.slice.ts';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { useMentions } from '../../composer/mentions/use-mentions.ts';
import { NamingArea } from '../../composer/naming-area.tsx';
import { bulkTickets } from '../state/tickets.bulk.ts';
import { transferTicket } from '../state/tickets.commands.ts';
import { AttendantField, type Choice } from './attendant-field.tsx';
import { manyOf } from './many.ts';
import { QueueField } from './queue-field.tsx';
import styles from './transfer-dialog.module.css';
import { useAttendants } from './use-attendants.ts';
import { useFormAct } from './use-form-act.ts';

type Props = {
  tickets: TicketView[];
  /** All of them at once, from the list. */
  isBulk?: boolean;
  onClose: () => void;
};

/** What was chosen by hand; it holds as long as neither the queue nor the words change. */
type Picked = { queueId: string | null; words: string; choice: Choice };

/**
 * Chooses the queue and the user to transfer to. The present queue is chosen from the start, and in it who takes tickets now and has the fewest;
 * the button says to whom it goes. With nobody the ticket waits in the queue. A user outside of the queue may be chosen too, as the service
 * allows it; the list and a line say so.
 */
export const TransferDialog = ({ tickets, isBulk = false, onClose }: Props) => {
  const { t } = useTexts('tickets');
  const isPhone = useIsPhone();
  const [first] = tickets;
  const known = useSelector(queues.selectAll);
  const present = tickets.every(({ queueId }) => queueId === first?.queueId) ? (first?.queueId ?? null) : null;
  const [chosenId, setChosenId] = useState(present);
  const queue = known.find(({ id }) => id === chosenId) ?? null;
  const queueId = queue?.id ?? null;
  const server = !isBulk && queueId !== null && queueId === present ? (first?.userId ?? null) : null;
  const { words, write, people, first: free, isBusy: isSearching, failure } = useAttendants(queueId, server);
  const [picked, setPicked] = useState<Picked | null>(null);
  const isSearch = words.trim() !== '';
  const choices: Choice[] = [...(people ?? []), ...(people && !isSearch ? (['nobody'] as const) : [])];
  const isHeld = picked !== null && picked.queueId === queueId && picked.words === words;
  const suggested = isSearch ? (choices[0] ?? null) : people ? (free ?? 'nobody') : null;
  const chosen = isHeld ? picked.choice : suggested;
  const user = chosen === 'nobody' ? null : chosen;

  const [note, setNote] = useState('');
  const isShort = note.trim() !== '' && visible(note).length < limits.observationMin;
  const to = { queueId: queueId ?? '', userId: user?.id ?? null };
  const named = useMentions({ ticketId: first?.id ?? '', to: queueId === null ? undefined : to }, note);
  const one = {
    ticketId: first?.id ?? '',
    ...to,
    servedBy: first?.userId ?? null,
    note: note.trim(),
    mentions: named.mentionsOf(note.trim()),
    names: { queue: queue?.name ?? '', user: user?.name ?? null },
  };
  const all = { tickets: manyOf(tickets), act: { name: 'transfer' as const, ...to } };
  const command = isBulk
    ? { act: () => bulkTickets.act(all), start: () => bulkTickets.start(all) }
    : { act: () => transferTicket.act(one), start: () => transferTicket.start(one), words: transferTicket.words };
  const isComplete = queueId !== null && chosen !== null && !isShort;
  const { isAsked, isBusy, refusal, submit, again } = useFormAct(command, null, isComplete, onClose);
  const label =
    chosen === 'nobody' ? t('transferToWait') : user ? t('transferTo', { name: user.name.split(' ')[0] }) : t('transfer');
  return (
    <FormDialog
      title={t('transferTitle')}
      about={isBulk || !first ? t('ticketsCount', { count: tickets.length }) : titleOf(first)}
      act={label}
      keys={isPhone ? undefined : 'Enter'}
      busy={isBusy || (queueId !== null && people === null)}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueueField
        queues={known}
        chosen={queueId}
        onChoose={(id) => {
          setChosenId(id);
          again();
        }}
        isMissing={isAsked && queueId === null}
      />
      <AttendantField
        words={words}
        onWords={(text) => {
          write(text);
          again();
        }}
        choices={choices}
        chosen={chosen}
        onChoose={(choice) => {
          setPicked({ queueId, words, choice });
          again();
        }}
        busy={isSearching}
        error={failure ? errorText(failure) : undefined}
        hint={user?.outside && queue ? t('transferOutside', { name: user.name, queue: queue.name }) : undefined}
        none={noneOf(t, { words: words.trim(), isEmpty: choices.length === 0, isSearching, hasQueue: queueId !== null })}
      />
      {!isBulk && (
        <Field
          label={t('note')}
          note={t('optional')}
          hint={t('noteHint')}
          error={isShort && isAsked ? t('noteShort') : undefined}
        >
          {(control) => (
            <div className={styles.note}>
              <NamingArea
                {...control}
                named={named}
                className="input"
                rows={2}
                maxLength={limits.messageMax}
                value={note}
                onChange={({ target }) => {
                  setNote(target.value);
                  again();
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
                }}
              />
            </div>
          )}
        </Field>
      )}
    </FormDialog>
  );
};

type Lack = { words: string; isEmpty: boolean; isSearching: boolean; hasQueue: boolean };

/** What stands in the list in place of people; null: there are some, or they are being fetched. */
const noneOf = (
  t: ReturnType<typeof useTexts<'tickets'>>['t'],
  { words, isEmpty, isSearching, hasQueue }: Lack,
): string | null => {
  if (!hasQueue) return t('queueFirst');
  if (!isEmpty || isSearching) return null;
  return words.length < limits.searchMin ? t('searchFrom3') : t('noAttendant', { query: words });
};

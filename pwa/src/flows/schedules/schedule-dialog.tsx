import { limits, type ScheduleView, wallTimeAt } from '@prosa/contracts';
import { ScheduleFields } from '@prosa/contracts/schemas';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { FormDefinition, FormProps, Item } from '../../records/record.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import { TimeField } from '../../records/time-field.tsx';
import { textIn, useWords, type Words } from '../../records/use-words.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ContactField, FirstContact, type Named } from './contact-field.tsx';
import { scheduleCommands } from './schedules.commands.ts';
import styles from './schedules.module.css';

type Props = {
  /** The one to change; omitted for a new one. */
  schedule?: ScheduleView;
  /** With whom a new one begins. */
  contact?: Named;
  onClose: () => void;
};

/** Schedules a message, or changes it until it was sent; then it only shows it. */
export const ScheduleDialog = ({ schedule, contact, onClose }: Props) =>
  schedule?.status === 'ENVIADA' ? (
    <SentDialog schedule={schedule} onClose={onClose} />
  ) : (
    <FirstContact value={schedule?.contact ?? contact ?? null}>
      <Form {...(schedule && { schedule })} {...(contact && { contact })} onClose={onClose} />
    </FirstContact>
  );

const definition: FormDefinition = {
  record: { name: 'schedules', fields: ScheduleFields, unique: [] },
  confirms: true,
  fields: [
    { field: 'contactId', as: ContactField },
    { field: 'body', as: 'area' },
    { field: 'sendAt', as: TimeField },
  ] as unknown as FormDefinition['fields'],
};
const records = scheduleCommands as unknown as FormProps['records'];

const Form = ({ schedule, contact, onClose }: Props) => {
  const words = useWords('schedules');
  const zone = useSelector(selectZone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [begins] = useState(() => ({
    contactId: contact?.id ?? '',
    body: '',
    sendAt: wallTimeAt(new Date(Date.now() + limits.scheduleAheadMs), zone),
  }));
  const item = useMemo(
    () => schedule && ({ ...schedule, sendAt: wallTimeAt(new Date(schedule.sendAt), zone) } as unknown as Item),
    [schedule, zone],
  );
  return (
    <RecordDialog
      {...{ definition, records, words, begins, onClose }}
      {...(item && { item })}
      above={schedule?.status === 'ERRO' && <Fault reason={schedule.reason} />}
    />
  );
};

/** Why it was not sent. */
export const Fault = ({ reason }: { reason: string | null }) => {
  const words = useWords('schedules');
  return (
    <p className={`error ${styles.fault}`}>
      <Icon of={CircleAlert} />
      {reasonText(words, reason)}
    </p>
  );
};

/** The text of a reason; a general one for those without a text of their own. */
export const reasonText = (words: Words, reason: string | null): string =>
  textIn(words, `reasons.${reason}`) ?? words('reasons.other');

const SentDialog = ({ schedule, onClose }: { schedule: ScheduleView; onClose: () => void }) => {
  useReturnFocus();
  const words = useWords('schedules');
  const { dateTime } = useFormat();
  const facts = [
    ['contact', schedule.contact.name || words('nameless')],
    ['body', schedule.body ?? words('forgotten')],
    ['sendAt', dateTime(schedule.sendAt)],
    ['sentAt', schedule.sentAt && dateTime(schedule.sentAt)],
  ] as const;
  return (
    <Dialog title={words('sentTitle')} isOpen onClose={onClose} footer={<Button onClick={onClose}>{words('close')}</Button>}>
      <dl className={`body ${styles.facts}`}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{words(`fields.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};

import { type ContactView, contactRoutes, type Me, type ScheduleView } from '@prosa/contracts';
import { ScheduleFields, scheduleEmbeds, scheduleRoutes, ScheduleView as View } from '@prosa/contracts/schemas';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useDispatch, useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../kernel/calls/client.ts';
import { useAnswer } from '../../kernel/calls/use-answer.ts';
import { hasWords, searchable } from '../../kernel/i18n/searchable.ts';
import { selectMay, selectMe } from '../../people/sessions/sessions.slice.ts';
import type { RowAct } from '../../records/record.ts';
import type { ShownRecord } from '../../records/record-list.ts';
import { recordScreen } from '../../records/record-screen.tsx';
import { useWords } from '../../records/use-words.ts';
import { BodyCell, ContactCell, StatusCell, TimeCell } from './schedule-cells.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { retrySchedule } from './schedules.commands.ts';

/** Scheduled messages in the shape of a record. They are none: they end by themselves. */
const record = {
  name: 'schedules',
  channel: 'schedule',
  orderBy: ['place'],
  searchIn: [],
  unique: [],
  fields: ScheduleFields,
  view: View,
  routes: scheduleRoutes,
  may: { write: 'schedules:write' },
} satisfies ShownRecord;

/** Other people's are changed by administrators alone. */
const isOwn = ({ userId }: Pick<ScheduleView, 'userId'>, { id, profile }: Pick<Me, 'id' | 'profile'>): boolean =>
  profile === 'admin' || userId === id;

/** One that has failed can be sent again. */
const useScheduleActs = () => {
  const words = useWords('schedules');
  const dispatch = useDispatch();
  const mayWrite = useSelector(selectMay('schedules:write'));
  const me = useSelector(selectMe);
  const actsOf = ({ id, status, contact, userId }: ScheduleView): RowAct[] =>
    mayWrite && status === 'ERRO' && me && isOwn({ userId }, me)
      ? [
          {
            id: 'retry',
            icon: RotateCw,
            label: words('sendAgain'),
            title: words('sendAgainTo', { name: contact.name || words('nameless') }),
            run: () => dispatch(retrySchedule.start({ id })),
          },
        ]
      : [];
  return { actsOf, shown: null };
};

/** The address names a contact: the dialog is open with them. */
const AskedByAddress = () => {
  const [params, setParams] = useSearchParams();
  const contactId = params.get('contactId');
  const close = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('contactId');
        return next;
      },
      { replace: true },
    );
  return contactId ? <DialogWith key={contactId} contactId={contactId} onClose={close} /> : null;
};

const DialogWith = ({ contactId, onClose }: { contactId: string; onClose: () => void }) => {
  const { reply, failure } = useAnswer<ContactView>(
    async () => (await call(contactRoutes.show, { params: { id: contactId } })).data,
  );
  // A contact that is not there has to be chosen.
  if (failure) return <ScheduleDialog onClose={onClose} />;
  return reply && <ScheduleDialog contact={{ id: reply.id, name: reply.name }} onClose={onClose} />;
};

export const screen = recordScreen({
  record,
  icon: CalendarClock,
  columns: [
    { field: 'contact', cell: (schedule) => <ContactCell schedule={schedule} /> },
    { field: 'body', cell: (schedule) => <BodyCell schedule={schedule} />, isWide: true },
    { field: 'sendAt', cell: ({ sendAt }) => <TimeCell at={sendAt} />, onPhone: 'end' },
    { field: 'user', cell: ({ user }) => user?.name ?? null },
    { field: 'status', cell: (schedule) => <StatusCell schedule={schedule} />, onPhone: 'nowhere' },
  ],
  fields: [],
  finds: (text, { contact, body }) => hasWords(contact.name ?? '', text) || searchable(body ?? '').includes(searchable(text)),
  embeds: scheduleEmbeds,
  nameOf: ({ contact, body }) => contact.name || (body ?? ''),
  confirms: true,
  mayAct: (_, schedule, me) => isOwn(schedule, me),
  dialog: ({ item, onClose }) => <ScheduleDialog {...(item && { schedule: item })} onClose={onClose} />,
  above: AskedByAddress,
  useActs: useScheduleActs,
});

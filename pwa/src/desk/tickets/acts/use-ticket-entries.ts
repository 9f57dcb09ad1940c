import type { TicketView } from '@prosa/contracts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import AlarmClockOff from 'lucide-react/icons/alarm-clock-off';
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Eye from 'lucide-react/icons/eye';
import Images from 'lucide-react/icons/images';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMay, selectServes } from '../../../people/sessions/sessions.slice.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';
import { wakeTicket } from '../state/snooze.commands.ts';
import { returnTicket } from '../state/tickets.commands.ts';
import { useTicketActs } from './ticket-acts.context.ts';
import { useFurtherActs } from './use-further-acts.ts';

type Entry = 'snooze' | 'wake' | 'return' | 'transfer' | 'reopen' | 'spy' | 'delete';

/**
 * Returns the menu entries that the ticket's status and the user's rights allow: not those in `without`, which the caller offers elsewhere,
 * and with those in `more`. Entries that cannot be undone come last.
 */
export const useTicketEntries = (
  ticket: TicketView,
  { without = [], more = [] }: { without?: readonly Entry[]; more?: readonly MenuEntry[] } = {},
): MenuEntry[] => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const acts = useTicketActs();
  const further = useFurtherActs();
  const isPhone = useIsPhone();
  const maySpy = useSelector(selectMay('tickets:spy'));
  const maySchedule = useSelector(selectMay('schedules:write'));
  const mayDelete = useSelector(selectMay('ticket-options:deleteTicket'));
  const isReturning = useSelector(selectIsRunning(returnTicket.act({ ticketId: ticket.id })));
  const { status } = ticket;
  const serves = useSelector(selectServes);
  const offers = (entry: Entry, isThere: boolean): boolean => isThere && !without.includes(entry);
  const does = (entry: Entry, isThere: boolean): boolean => serves && offers(entry, isThere);
  const entries: (MenuEntry | false)[] = [
    does('return', status === 'open') && {
      id: 'return',
      label: t('giveBack'),
      icon: Undo2,
      disabled: isReturning,
      steady: `return ${ticket.id}`,
      run: () => acts.giveBack(ticket),
    },
    does('transfer', status === 'open') && {
      id: 'transfer',
      label: t('transfer'),
      icon: ArrowRightLeft,
      ...(isPhone ? {} : { keys: 'T' }),
      run: () => acts.transfer(ticket),
    },
    does('snooze', status === 'open') && {
      id: 'snooze',
      label: t('snooze'),
      icon: AlarmClock,
      run: () => acts.snooze(ticket),
    },
    does('wake', ticket.snoozedUntil !== null) && {
      id: 'wake',
      label: t('wake'),
      icon: AlarmClockOff,
      run: () => dispatch(wakeTicket.start({ ticketId: ticket.id })),
    },
    does('reopen', status === 'closed') && {
      id: 'reopen',
      label: t('reopen'),
      icon: RotateCcw,
      run: () => acts.reopen(ticket),
    },
    ...further.map(
      ({ id, label, icon, key, offers, run }) =>
        offers(ticket) && { id, label, icon, ...(isPhone || !key ? {} : { keys: key.toUpperCase() }), run: () => run(ticket) },
    ),
    does('spy', maySpy && status !== 'closed') && { id: 'spy', label: t('spy'), icon: Eye, run: () => acts.spy(ticket) },
  ];
  const schedule = { id: 'schedule', label: t('schedule'), icon: CalendarClock, run: () => acts.schedule(ticket) };
  const medias = { id: 'medias', label: t('medias'), icon: Images, run: () => acts.showMedias(ticket) };
  const ofOwn = status === 'pending' && serves ? [] : maySchedule ? [schedule, medias] : [medias];
  const shown = [...entries.filter((entry) => entry !== false), ...more, ...ofOwn];
  if (!offers('delete', mayDelete)) return shown;
  const remove = { id: 'delete', label: t('delete'), icon: Trash2, danger: true, run: () => acts.remove(ticket) };
  return [...shown, ...(shown.length > 0 ? (['separator'] as const) : []), remove];
};

import type { TicketView } from '@prosa/contracts';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import AlarmClockOff from 'lucide-react/icons/alarm-clock-off';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsRunning } from '../../../kernel/calls/commands.slice.ts';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useNow } from '../../../kernel/use-now.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { IconButton } from '../../../ui/marks/button.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { snoozeTicket, wakeTicket } from '../state/snooze.commands.ts';
import { snoozeTimes, zoneOr } from '../state/snooze-times.ts';

/** The menu of the times until which an open ticket can be snoozed. */
export const SnoozeButton = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const dispatch = useDispatch();
  const { zone } = useFormat();
  const now = useNow();
  const { snooze } = useTicketActs();
  const payload = { ticketId: ticket.id };
  const isBusy = useSelector(selectIsRunning(snoozeTicket.act({ ...payload, until: '' })));
  const isSnoozed = ticket.snoozedUntil !== null;
  const entries: MenuEntry[] = [
    ...(isSnoozed
      ? [
          { id: 'wake', label: t('wake'), icon: AlarmClockOff, run: () => dispatch(wakeTicket.start(payload)) },
          'separator' as const,
        ]
      : []),
    ...snoozeTimes(now, zoneOr(zone)).map(({ id, until, shown }) => ({
      id,
      label: t(`snooze-${id}`),
      end: shown,
      run: () => dispatch(snoozeTicket.start({ ...payload, until })),
    })),
    'separator',
    { id: 'other', label: t('snooze-other'), icon: CalendarClock, run: () => snooze(ticket, true) },
  ];
  return (
    <MenuButton label={t('snoozeUntil')} isHeaded foot={t('snoozeFoot')} entries={entries}>
      {(trigger) => (
        <IconButton
          {...trigger}
          icon={AlarmClock}
          kind="default"
          label={t('snooze')}
          title={`${t('snooze')} (S)`}
          busy={isBusy}
          aria-pressed={isSnoozed}
        />
      )}
    </MenuButton>
  );
};

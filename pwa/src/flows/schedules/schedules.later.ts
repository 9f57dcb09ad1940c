import { limits } from '@prosa/contracts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import type { Feature } from '../../shell/feature.ts';
import { watchScheduleCommands } from './schedules.commands.ts';

/** Messages that are sent at a certain time. */
export const feature: Feature = {
  name: 'schedules',
  // Tickets open the dialog, too.
  saga: watchScheduleCommands,
  screens: [{ path: 'schedules', toastMs: limits.administrationToastMs, load: () => import('./schedules.screen.tsx') }],
  nav: [{ to: '/schedules', label: { pt: 'Agendamentos', en: 'Schedules', es: 'Programados' }, place: 75, icon: CalendarClock }],
};

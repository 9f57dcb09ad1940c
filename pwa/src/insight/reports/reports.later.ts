import ChartColumn from 'lucide-react/icons/chart-column';
import Layers from 'lucide-react/icons/layers';
import UsersRound from 'lucide-react/icons/users-round';
import type { Feature } from '../../shell/feature.ts';
import { reportsEntry } from '../../shell/reports-entry.ts';

/** The reports of a period, for administrators. */
export const feature: Feature = {
  name: 'reports',
  screens: [
    { path: 'report', load: () => import('./attendance.screen.tsx') },
    { path: 'reportByQueue', load: () => import('./by-queue.screen.tsx') },
    { path: 'reportByUser', load: () => import('./by-user.screen.tsx') },
  ],
  nav: [
    reportsEntry({
      to: '/report',
      label: { pt: 'Atendimentos', en: 'Tickets', es: 'Atenciones' },
      place: 30,
      icon: ChartColumn,
    }),
    reportsEntry({
      to: '/reportByQueue',
      label: { pt: 'Por fila', en: 'By queue', es: 'Por cola' },
      place: 31,
      icon: Layers,
    }),
    reportsEntry({
      to: '/reportByUser',
      label: { pt: 'Por usuário', en: 'By user', es: 'Por usuario' },
      place: 32,
      icon: UsersRound,
    }),
  ],
};

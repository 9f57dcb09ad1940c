import ChartColumn from 'lucide-react/icons/chart-column';
import Layers from 'lucide-react/icons/layers';
import UsersRound from 'lucide-react/icons/users-round';
import type { Feature, NavGroup } from '../../shell/feature.ts';

const within: NavGroup = { id: 'reports', label: { pt: 'Relatórios', en: 'Reports', es: 'Informes' }, icon: ChartColumn };

/** The reports of a period, for administrators. */
export const feature: Feature = {
  name: 'reports',
  screens: [
    { path: 'report', load: () => import('./attendance.screen.tsx') },
    { path: 'reportByQueue', load: () => import('./by-queue.screen.tsx') },
    { path: 'reportByUser', load: () => import('./by-user.screen.tsx') },
  ],
  nav: [
    {
      to: '/report',
      label: { pt: 'Atendimentos', en: 'Tickets', es: 'Atenciones' },
      place: 30,
      icon: ChartColumn,
      adminOnly: true,
      within,
    },
    {
      to: '/reportByQueue',
      label: { pt: 'Por fila', en: 'By queue', es: 'Por cola' },
      place: 31,
      icon: Layers,
      adminOnly: true,
      within,
    },
    {
      to: '/reportByUser',
      label: { pt: 'Por usuário', en: 'By user', es: 'Por usuario' },
      place: 32,
      icon: UsersRound,
      adminOnly: true,
      within,
    },
  ],
};

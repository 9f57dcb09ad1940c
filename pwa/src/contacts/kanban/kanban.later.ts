import { limits } from '@prosa/contracts';
import SquareKanban from 'lucide-react/icons/square-kanban';
import type { Feature } from '../../shell/feature.ts';

const shared = { may: 'kanban:use', auditors: true, toastMs: limits.administrationToastMs } as const;

/** The board and its report. Where the sign-in has told that the company has no campaigns there is none. */
export const feature: Feature = {
  name: 'kanban',
  flag: 'cshow',
  screens: [
    { path: 'Kanban', ...shared, load: () => import('./board.screen.tsx') },
    { path: 'Kanban/report', ...shared, load: () => import('./report.screen.tsx') },
  ],
  nav: [
    {
      to: '/Kanban',
      label: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' },
      place: 45,
      icon: SquareKanban,
      may: 'kanban:use',
      auditors: true,
    },
  ],
};

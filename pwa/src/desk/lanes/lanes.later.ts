import { limits } from '@prosa/contracts';
import SquareKanban from 'lucide-react/icons/square-kanban';
import type { Feature } from '../../shell/feature.ts';

/** The lanes of the board, which are tags. Where the sign-in has told that the company has no campaigns there is no board. */
export const feature: Feature = {
  name: 'lanes',
  flag: 'cshow',
  screens: [
    {
      path: 'TagsKanban',
      adminOnly: true,
      toastMs: limits.administrationToastMs,
      load: () => import('./lanes.screen.tsx'),
    },
  ],
  nav: [
    {
      to: '/TagsKanban',
      label: { pt: 'Colunas do kanban', en: 'Kanban lanes', es: 'Columnas del kanban' },
      place: 45,
      icon: SquareKanban,
      adminOnly: true,
    },
  ],
};

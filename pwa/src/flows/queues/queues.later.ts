import { limits } from '@prosa/contracts';
import ListTree from 'lucide-react/icons/list-tree';
import type { Feature } from '../../shell/feature.ts';

/** The screen that manages the queues. */
export const feature: Feature = {
  name: 'queues',
  screens: [{ path: 'queues', toastMs: limits.administrationToastMs, load: () => import('./queues.screen.tsx') }],
  nav: [
    {
      to: '/queues',
      label: { pt: 'Filas', en: 'Queues', es: 'Colas' },
      place: 210,
      icon: ListTree,
      isAdministration: true,
      auditors: true,
    },
  ],
};

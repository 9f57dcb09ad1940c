import { limits } from '@prosa/contracts';
import Building2 from 'lucide-react/icons/building-2';
import type { Feature } from '../../shell/feature.ts';

/** The departments that users belong to. */
export const feature: Feature = {
  name: 'sectors',
  screens: [{ path: 'setores', toastMs: limits.administrationToastMs, load: () => import('./sectors.screen.tsx') }],
  nav: [
    {
      to: '/setores',
      label: { pt: 'Setores', en: 'Sectors', es: 'Sectores' },
      place: 250,
      icon: Building2,
      isAdministration: true,
      auditors: true,
    },
  ],
};

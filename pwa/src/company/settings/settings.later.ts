import { limits } from '@prosa/contracts';
import Settings from 'lucide-react/icons/settings';
import type { Feature } from '../../shell/feature.ts';

/** The settings that the company's administrators make for everybody. */
export const feature: Feature = {
  name: 'settings',
  screens: [{ path: 'settings', toastMs: limits.administrationToastMs, load: () => import('./settings.screen.tsx') }],
  nav: [
    {
      to: '/settings',
      label: { pt: 'Configurações', en: 'Settings', es: 'Configuración' },
      place: 260,
      icon: Settings,
      isAdministration: true,
      auditors: true,
    },
  ],
};

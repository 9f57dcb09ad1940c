import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import type { Feature } from '../../shell/feature.ts';

/** The first screen of administrators: how the company serves its customers. */
export const feature: Feature = {
  name: 'dashboard',
  screens: [{ path: '', load: () => import('./dashboard.screen.tsx'), adminOnly: true, auditors: true }],
  nav: [
    {
      to: '/',
      label: { pt: 'Painel', en: 'Dashboard', es: 'Panel' },
      place: 10,
      icon: LayoutDashboard,
      adminOnly: true,
      auditors: true,
    },
  ],
};

import { limits } from '@prosa/contracts';
import Receipt from 'lucide-react/icons/receipt';
import type { Feature } from '../../shell/feature.ts';

const screen = { toastMs: limits.administrationToastMs };

/** The company's invoices and their payment, and its subscription. */
export const feature: Feature = {
  name: 'invoices',
  screens: [
    { ...screen, path: 'financeiro', load: () => import('./invoices.screen.tsx') },
    { ...screen, path: 'subscription', load: () => import('./subscription.screen.tsx') },
  ],
  nav: [
    {
      to: '/financeiro',
      label: { pt: 'Financeiro', en: 'Billing', es: 'Finanzas' },
      place: 240,
      icon: Receipt,
      isAdministration: true,
    },
  ],
};

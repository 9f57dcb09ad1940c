import { limits } from '@prosa/contracts';
import ChartColumn from 'lucide-react/icons/chart-column';
import type { Feature } from '../../shell/feature.ts';
import { marketingEntry } from '../../shell/marketing-entry.ts';

/** The report on the sources that customers come from. */
export const feature: Feature = {
  name: 'marketing',
  flag: 'cshow',
  screens: [
    {
      path: 'marketing/report',
      adminOnly: true,
      auditors: true,
      toastMs: limits.administrationToastMs,
      load: () => import('./marketing.screen.tsx'),
    },
  ],
  nav: [
    marketingEntry({
      to: '/marketing/report',
      label: { pt: 'Relatório', en: 'Report', es: 'Informe' },
      place: 51,
      icon: ChartColumn,
    }),
  ],
};

import ScanEye from 'lucide-react/icons/scan-eye';
import type { Feature } from '../../shell/feature.ts';
import { reportsEntry } from '../../shell/reports-entry.ts';

/** Who viewed what: whoever looked at the work or the data of others. */
export const feature: Feature = {
  name: 'accesses',
  screens: [{ path: 'accesses', may: 'accesses:read', load: () => import('./accesses.screen.tsx') }],
  nav: [
    reportsEntry({
      to: '/accesses',
      label: { pt: 'Quem viu o quê', en: 'Who viewed what', es: 'Quién vio qué' },
      place: 34,
      icon: ScanEye,
    }),
  ],
};

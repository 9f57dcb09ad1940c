import Star from 'lucide-react/icons/star';
import type { Feature } from '../../shell/feature.ts';
import { reportsEntry } from '../../shell/reports-entry.ts';

/** The report on what customers think of their service. */
export const feature: Feature = {
  name: 'ratings',
  screens: [{ path: 'reportRatings', may: 'reports:view', load: () => import('./ratings.screen.tsx') }],
  nav: [
    reportsEntry({
      to: '/reportRatings',
      label: { pt: 'Avaliações', en: 'Ratings', es: 'Evaluaciones' },
      place: 33,
      icon: Star,
    }),
  ],
};

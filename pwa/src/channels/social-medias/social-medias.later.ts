import { limits } from '@prosa/contracts';
import Share2 from 'lucide-react/icons/share-2';
import type { Feature } from '../../shell/feature.ts';
import { marketingEntry } from '../../shell/marketing-entry.ts';

/** The sources that customers come from. */
export const feature: Feature = {
  name: 'social-medias',
  flag: 'cshow',
  screens: [
    {
      path: 'marketing/social-media',
      adminOnly: true,
      auditors: true,
      toastMs: limits.administrationToastMs,
      load: () => import('./social-medias.screen.tsx'),
    },
  ],
  nav: [
    marketingEntry({
      to: '/marketing/social-media',
      label: { pt: 'Mídias sociais', en: 'Social media', es: 'Redes sociales' },
      place: 50,
      icon: Share2,
    }),
  ],
};

import { limits } from '@prosa/contracts';
import type { Feature } from '../../shell/feature.ts';

/** The fields of the company's contacts; the way to them is on the screen of the settings. */
export const feature: Feature = {
  name: 'contact-fields',
  screens: [
    {
      path: 'settings/contact-fields',
      adminOnly: true,
      toastMs: limits.administrationToastMs,
      load: () => import('./contact-fields.screen.tsx'),
    },
  ],
};

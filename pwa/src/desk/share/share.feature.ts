import type { Feature } from '../../shell/feature.ts';

/** Receives what other apps share. */
export const feature: Feature = {
  name: 'share',
  screens: [{ path: 'share', may: 'tickets:serve', load: () => import('./share.screen.tsx') }],
};

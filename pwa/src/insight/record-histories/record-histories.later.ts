import type { Feature } from '../../shell/feature.ts';

const load = () => import('./record-histories.screen.tsx');

/** Who changed what of a contact, a user, a queue, the settings or a company. */
export const feature: Feature = {
  name: 'record-histories',
  screens: [
    { path: 'contacts/:id/history', may: 'history:read', load },
    { path: 'users/:id/history', may: 'history:read', load },
    { path: 'queues/:id/history', may: 'history:read', load },
    { path: 'settings/history', may: 'history:read', load },
    { path: 'companies/:id/history', may: 'company-history:read', load },
  ],
};

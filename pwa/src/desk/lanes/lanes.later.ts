import { limits } from '@prosa/contracts';
import type { Feature } from '../../shell/feature.ts';

/** The lanes of the board, which are tags; the board leads to them. Where the sign-in has told that the company has no campaigns there is no board. */
export const feature: Feature = {
  name: 'lanes',
  flag: 'cshow',
  screens: [
    {
      path: 'TagsKanban',
      may: 'kanban:use',
      auditors: true,
      toastMs: limits.administrationToastMs,
      load: () => import('./lanes.screen.tsx'),
    },
  ],
};

import { limits } from '@prosa/contracts';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import type { Feature } from '../../shell/feature.ts';
import { helps } from './helps.slice.ts';

/** Instructions with videos, for everybody. */
export const feature: Feature = {
  name: 'helps',
  slices: [helps.slice],
  saga: helps.saga,
  screens: [{ path: 'helps', toastMs: limits.administrationToastMs, load: () => import('./helps.screen.tsx') }],
  nav: [{ to: '/helps', label: { pt: 'Ajuda', en: 'Help', es: 'Ayuda' }, place: 125, icon: CircleHelp }],
};

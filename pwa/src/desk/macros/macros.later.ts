import { limits } from '@prosa/contracts';
import ListChecks from 'lucide-react/icons/list-checks';
import type { Feature } from '../../shell/feature.ts';

/** The screen of macros. */
export const feature: Feature = {
  name: 'macros',
  screens: [{ path: 'macros', toastMs: limits.administrationToastMs, load: () => import('./macros.screen.tsx') }],
  nav: [{ to: '/macros', label: { pt: 'Macros', en: 'Macros', es: 'Macros' }, place: 65, icon: ListChecks }],
};

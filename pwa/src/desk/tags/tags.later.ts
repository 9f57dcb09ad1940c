import { limits } from '@prosa/contracts';
import TagIcon from 'lucide-react/icons/tag';
import type { Feature } from '../../shell/feature.ts';

/** The screen that manages the labels. */
export const feature: Feature = {
  name: 'tags',
  screens: [{ path: 'tags', toastMs: limits.administrationToastMs, load: () => import('./tags.screen.tsx') }],
  nav: [{ to: '/tags', label: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' }, place: 90, icon: TagIcon }],
};

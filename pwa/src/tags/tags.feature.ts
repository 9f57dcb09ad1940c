import TagIcon from 'lucide-react/icons/tag';
import type { Feature } from '../shell/feature.ts';
import { createTag } from './tags.commands.ts';
import { tags } from './tags.slice.ts';

/** Labels: which there are, new ones, and the screen on which they are kept. */
export const feature: Feature = {
  name: 'tags',
  slices: [tags.slice],
  *saga() {
    yield* tags.saga();
    yield* createTag.saga();
  },
  screens: [{ path: 'tags', load: () => import('./tags.screen.tsx') }],
  nav: [{ to: '/tags', label: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' }, place: 90, icon: TagIcon }],
};

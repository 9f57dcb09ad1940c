import type { Feature } from '../../shell/feature.ts';
import { createTag } from './tags.commands.ts';
import { tags } from './tags.slice.ts';

/** Labels: the list of them, and new ones. */
export const feature: Feature = {
  name: 'tags',
  slices: [tags.slice],
  *saga() {
    yield* tags.saga();
    yield* createTag.saga();
  },
};

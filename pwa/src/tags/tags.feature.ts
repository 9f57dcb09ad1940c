import type { Feature } from '../kernel/feature.ts';
import { createTag } from './tags.commands.ts';
import { tags } from './tags.slice.ts';

/** Labels: which there are, and new ones. */
export const feature: Feature = {
  name: 'tags',
  slices: [tags.slice],
  *saga() {
    yield* tags.saga();
    yield* createTag.saga();
  },
};

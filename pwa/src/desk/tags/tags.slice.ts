import { inOrder, type TagView, tags as tagRecord } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The company's tags by name. */
export const tags = createLookup({
  name: 'tags',
  channel: 'tag',
  route: tagRecord.routes.listAll,
  recordsOf: ({ tags }) => tags,
  compare: inOrder('name'),
});

/** The tags that are labels: the others are lanes of the board. */
export const labelsOf = (all: TagView[]): TagView[] => all.filter(({ kanban }) => kanban === 0);

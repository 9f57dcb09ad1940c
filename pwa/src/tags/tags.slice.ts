import { tags as tagRecord } from '@prosa/contracts';
import { createLookup } from '../kernel/lookup.ts';

/** A tag as every answer and push shows it. */
export type TagView = { id: string; name: string; color: string; kanban: 0 | 1; createdAt: string; updatedAt: string };

/** The company's tags by name. */
export const tags = createLookup<TagView>({
  name: 'tags',
  channel: 'tag',
  route: tagRecord.routes.listAll,
  compare: (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
});

/** Those that are labels: the others are lanes of the board (choices.md 35). */
export const labelsOf = (all: TagView[]): TagView[] => all.filter(({ kanban }) => kanban === 0);

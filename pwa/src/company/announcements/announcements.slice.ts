import { type AnnouncementView, inOrder, announcements as record } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

const byTitle = inOrder('title');

/** The active announcements, the most important first: what is new is among the first page. */
export const announcements = createLookup({
  name: 'announcements',
  channel: 'company-announcement',
  route: record.routes.list,
  query: { status: 'true' },
  paged: true,
  recordsOf: ({ records }) => records,
  compare: (a: AnnouncementView, b: AnnouncementView) => a.priority - b.priority || byTitle(a, b),
});

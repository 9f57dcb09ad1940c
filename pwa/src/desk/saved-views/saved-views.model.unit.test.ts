import { expect, test } from '@jest/globals';
import { idOf } from '../../testing/records.ts';
import type { TicketsView } from '../tickets/state/tickets.slice.ts';
import { type Content, filtersOf, isSameContent, presentContent, stillOf, withView } from './saved-views.model.ts';

const [sales, gone, tag, ana] = [idOf(2, 1), idOf(2, 9), idOf(5, 1), idOf(1, 1)];
const content = (more: Partial<Content> = {}): Content => ({
  states: ['open'],
  queueIds: null,
  tagIds: [],
  attendantId: null,
  chip: null,
  ...more,
});
const there = { queues: new Set([sales]), tags: new Set([tag]), users: new Set([ana]) };
const view: TicketsView = {
  tab: 'open',
  subTab: 'open',
  showAll: false,
  attendantId: null,
  hiddenQueues: [sales],
  sorts: { open: 'newest', pending: 'waiting', closed: 'newest' },
  narrow: { open: 'snoozed', pending: null },
  saved: null,
  text: '',
  tagIds: [],
  userIds: [],
};

test('what is gone is counted and left out; the rest applies', () => {
  const { content: still, gone: lost } = stillOf(
    content({ queueIds: [sales, gone, 'none'], tagIds: [tag, idOf(5, 9)], attendantId: idOf(1, 9) }),
    there,
  );
  expect(still).toEqual(content({ queueIds: [sales, 'none'], tagIds: [tag] }));
  expect(lost).toEqual({ queues: 1, tags: 1, users: 1 });
});

test('without the last of its queues a view is of every queue; what is unknown is taken to be there', () => {
  expect(stillOf(content({ queueIds: [gone] }), there).content.queueIds).toBeNull();
  const unknown = { queues: null, tags: null, users: null };
  const all = content({ queueIds: [gone], tagIds: [tag], attendantId: ana });
  expect(stillOf(all, unknown)).toEqual({ content: all, gone: { queues: 0, tags: 0, users: 0 } });
});

test('a view hides the other queues, and shows the list that is shown if it has it, else its first', () => {
  const of = (states: Content['states']) =>
    withView(view, 'pending', { id: 'v', content: content({ states }) }, content({ states }), []);
  expect(of(['open', 'pending'])).toMatchObject({ tab: 'open', subTab: 'pending' });
  expect(of(['closed', 'open'])).toMatchObject({ tab: 'open', subTab: 'open' });
  expect(of(['closed'])).toMatchObject({ tab: 'closed' });
  const own = content({ queueIds: ['none'], chip: 'late', attendantId: ana });
  expect(withView(view, 'open', { id: 'v', content: own }, own, [sales, 'none'])).toMatchObject({
    hiddenQueues: [sales],
    showAll: true,
    attendantId: ana,
    narrow: { open: null, pending: 'late' },
  });
});

test('the filters from before the first of several views come back', () => {
  const first = { ...view, ...withView(view, 'open', { id: 'v', content: content() }, content(), []) };
  const second = withView(first, 'open', { id: 'w', content: content() }, content(), []);
  expect(second.saved).toMatchObject({
    id: 'w',
    before: { hiddenQueues: [sales], showAll: false, attendantId: null, narrow: { open: 'snoozed', pending: null } },
  });
});

test('the filters on the screen are a view of the list that is shown', () => {
  expect(presentContent(view, 'open', [sales], [])).toEqual(content({ queueIds: [sales], chip: 'snoozed' }));
  expect(presentContent({ ...view, attendantId: ana }, 'closed', null, [ana])).toEqual(
    content({ states: ['closed'], attendantId: ana, chip: 'snoozed' }),
  );
});

test('the order of names makes no other content', () => {
  expect(isSameContent(content({ queueIds: [sales, gone] }), content({ queueIds: [gone, sales] }))).toBe(true);
  expect(isSameContent(content({ queueIds: [sales] }), content())).toBe(false);
  expect(isSameContent(content({ states: ['open', 'pending'] }), content({ states: ['pending', 'open'] }))).toBe(true);
});

test('each of its lists is counted as it is shown: nobody serves what waits', () => {
  const [open, pending] = filtersOf(
    content({ states: ['open', 'pending'], attendantId: ana, chip: 'unanswered', tagIds: [tag] }),
  );
  expect(open).toMatchObject({ status: 'open', userIds: [ana], unanswered: true, snoozed: false, tagIds: [tag], wait: null });
  expect(pending).toMatchObject({ status: 'pending', userIds: [], unanswered: false, snoozed: null, wait: null });
});

test('what mentions one is counted whoever serves it', () => {
  const [open] = filtersOf(content({ attendantId: ana, chip: 'mentioned' }));
  expect(open).toMatchObject({ status: 'open', userIds: [], news: { of: 'mentioned' } });
});

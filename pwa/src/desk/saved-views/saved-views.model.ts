import type { SavedView, TicketStatus } from '@prosa/contracts';
import { everyTicket, type ListFilter, NO_QUEUE } from '../tickets/state/tickets.filters.ts';
import type { Narrow, Saved, TicketsView } from '../tickets/state/tickets.slice.ts';

/** What a view says of the lists. */
export type Content = Saved['content'];
export const contentOf = ({ states, queueIds, tagIds, attendantId, chip }: SavedView): Content => ({
  states,
  queueIds,
  tagIds,
  attendantId,
  chip,
});

/** The lists in the order of their tabs. */
export const lists: readonly TicketStatus[] = ['open', 'pending', 'closed'];

/** The queues, tags and users that exist; null while they are unknown. */
export type There = Record<'queues' | 'tags' | 'users', ReadonlySet<string> | null>;
const isThere = (known: ReadonlySet<string> | null, id: string): boolean => known?.has(id) ?? true;

/** How many of the queues, tags and attendants of a view are gone. */
export type Gone = { queues: number; tags: number; users: number };

/** What of a view still applies, and what is gone. Without the last of its queues it is of every queue. */
export const stillOf = (content: Content, there: There): { content: Content; gone: Gone } => {
  const queueIds = content.queueIds?.filter((id) => id === NO_QUEUE || isThere(there.queues, id)) ?? null;
  const tagIds = content.tagIds.filter((id) => isThere(there.tags, id));
  const { attendantId } = content;
  const isGone = attendantId !== null && !isThere(there.users, attendantId);
  return {
    content: {
      ...content,
      queueIds: queueIds?.length === 0 && content.queueIds?.length !== 0 ? null : queueIds,
      tagIds,
      attendantId: isGone ? null : attendantId,
    },
    gone: {
      queues: (content.queueIds?.length ?? 0) - (queueIds?.length ?? 0),
      tags: content.tagIds.length - tagIds.length,
      users: isGone ? 1 : 0,
    },
  };
};

/** The part of each list that a chip of a view stands for. */
const narrowOf = (chip: Content['chip']): Narrow => ({
  open: chip === 'unanswered' || chip === 'snoozed' || chip === 'mentioned' ? chip : null,
  pending: chip === 'late' || chip === 'near' ? chip : null,
});

/** Where a list is shown. */
const placeOf = (list: TicketStatus): Pick<TicketsView, 'tab'> & Partial<Pick<TicketsView, 'subTab'>> =>
  list === 'closed' ? { tab: 'closed' } : { tab: 'open', subTab: list };

/**
 * The choices on the screen with a view, of which `still` applies. `queueIds`: all queues that can be hidden. The list that is shown stays if
 * the view has it.
 */
export const withView = (
  view: TicketsView,
  list: string,
  { id, content }: { id: string; content: Content },
  still: Content,
  queueIds: readonly string[],
): Partial<TicketsView> => {
  const { hiddenQueues, showAll, attendantId, narrow } = view;
  const shown = content.states.find((one) => one === list) ?? lists.find((one) => content.states.includes(one))!;
  return {
    ...placeOf(shown),
    showAll: true,
    attendantId: still.attendantId,
    hiddenQueues: still.queueIds === null ? [] : queueIds.filter((queueId) => !still.queueIds!.includes(queueId)),
    narrow: narrowOf(still.chip),
    saved: {
      id,
      content,
      tagIds: still.tagIds,
      before: view.saved?.before ?? { hiddenQueues, showAll, attendantId, narrow },
    },
  };
};

/** What a view would be of which the lists show the tickets now. `scope`: the queues that are shown, null if all are. */
export const presentContent = (
  { saved, narrow, attendantId }: TicketsView,
  list: TicketStatus,
  scope: string[] | null,
  attendants: readonly string[],
): Content => ({
  states: saved?.content.states ?? [list],
  queueIds: scope,
  tagIds: saved?.tagIds ?? [],
  attendantId: attendants.find((id) => id === attendantId) ?? null,
  chip: narrow.open ?? narrow.pending,
});

/** Whether two contents are the same, whatever order their names are in. */
export const isSameContent = (a: Content, b: Content): boolean => written(a) === written(b);
const written = ({ states, queueIds, tagIds, attendantId, chip }: Content): string =>
  JSON.stringify([states.toSorted(), queueIds?.toSorted() ?? null, tagIds.toSorted(), attendantId, chip]);

/** The filters of the lists of a view, as they are shown with it; the server knows who asks for what mentions them. */
export const filtersOf = ({ states, queueIds, tagIds, attendantId, chip }: Content): ListFilter[] => {
  const narrow = narrowOf(chip);
  return states.map((status) => {
    if (status === 'open' && chip === 'mentioned') return { ...everyTicket, status, news: { of: 'mentioned', userId: '' } };
    return {
      ...everyTicket,
      status,
      queueIds,
      tagIds,
      userIds: attendantId === null || status === 'pending' ? [] : [attendantId],
      ...(status === 'open' && { unanswered: narrow.open === 'unanswered', snoozed: narrow.open === 'snoozed' }),
      ...(status === 'pending' && { wait: narrow.pending }),
    };
  });
};

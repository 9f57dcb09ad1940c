import {
  embedded,
  type PushFrame,
  pushedBy,
  type QueueWaits,
  type SavedView,
  type TicketCount,
  type TicketView,
  type TicketWait,
  ticketEmbeds,
} from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { isNewer } from '../../../kernel/calls/positions.ts';
import { createListActions } from '../../../kernel/lists/collection.saga.ts';
import { answered, emptyList, type LiveList, type Page } from '../../../kernel/lists/live-list.ts';
import { plain } from '../../../kernel/lists/plain.ts';
import { liveFrame } from '../../../kernel/live/live.slice.ts';
import { unchanged } from '../../../kernel/unchanged.ts';
import { countRules, foldCounts } from './ticket-counts.ts';
import { emptyTicketList, foldFrame, type TicketList, ticketList, unseen } from './ticket-list.ts';
import { type ListFilter, type ListName, listNames, type TabListName } from './tickets.filters.ts';
import { rememberedSorts, type Sorts } from './tickets.sorts.ts';

export const ticketLists = createListActions<ListName, TicketView, ListFilter>('tickets', ticketList);
export const { wanted: listWanted, refreshed: listRefreshed, moreWanted } = ticketLists;
/** Requests a ticket that is shown on its own or named in a conversation. `anew`: even if it is known. */
export const ticketWanted = createAction('tickets/ticketWanted', (ticketId: string, anew = false) => ({
  payload: { ticketId, anew },
}));

/** A ticket on its own, as a conversation shows it. `ticket` is null if the user may not see it (any more). */
export type Known = { at: string; ticket: TicketView | null; failure: Failure | null };

/** The parts of the lists of open and of pending tickets; null: all of it, without snoozed ones. */
export type Narrow = { open: 'unanswered' | 'snoozed' | 'mentioned' | null; pending: TicketWait | null };

/** Whose tickets the lists show. */
export type Whose = {
  /** For users with the permission: show tickets of all queues and users. */
  showAll: boolean;
  /** While all are shown: only those of this attendant; null: everybody's. */
  attendantId: string | null;
};

/** A saved view by which the lists are narrowed; `content`: its own, with what is gone. */
export type Saved = {
  id: string;
  content: Pick<SavedView, 'states' | 'queueIds' | 'tagIds' | 'attendantId' | 'chip'>;
  /** Its tags that are still there. */
  tagIds: string[];
  /** The filters to which the lists return without it. */
  before: Pick<TicketsView, 'hiddenQueues' | 'showAll' | 'attendantId' | 'narrow'>;
};

/** The user's choices on the screen. */
export type TicketsView = Whose & {
  tab: 'open' | 'closed' | 'search';
  subTab: 'open' | 'pending';
  /** Queues (or NO_QUEUE) that were unticked. */
  hiddenQueues: string[];
  /** The order of each list that has a choice. */
  sorts: Sorts;
  /** The part of a list that is shown. */
  narrow: Narrow;
  saved: Saved | null;
  text: string;
  tagIds: string[];
  userIds: string[];
};
/** Returns the list that the tabs show. */
export const shownList = ({ tab, subTab }: TicketsView): TabListName => (tab === 'open' ? subTab : tab);

export type TicketsState = {
  view: TicketsView;
  lists: Record<ListName, TicketList>;
  known: Record<string, Known>;
  counts: LiveList<TicketCount>;
  /** How many pending tickets of a queue are near its limit or late, as last fetched. */
  waits: QueueWaits[];
  /** The ticket that could not be closed for lack of a tag: its tag editor is open and says so. */
  tagsAsked: string | null;
  /** The ticket whose conversation is shown in a dialog without being opened, and why it cannot be shown. */
  spied: { ticketId: string; failure: Failure | null } | null;
  /** The user is done, and nobody waited for their answer any more. */
  isDone: boolean;
  /** The result of a bulk action, if some tickets refused it. */
  told: BulkResult | null;
};
/** `done`: number of successes. `failed`: the failed tickets by name, each with the code of its refusal. */
export type BulkResult = { done: number; failed: { id: string; name: string; error: string }[] };

const initial = (): TicketsState => ({
  view: {
    tab: 'open',
    subTab: 'open',
    showAll: true,
    attendantId: null,
    hiddenQueues: [],
    sorts: rememberedSorts(),
    narrow: { open: null, pending: null },
    saved: null,
    text: '',
    tagIds: [],
    userIds: [],
  },
  lists: Object.fromEntries(listNames.map((name) => [name, emptyTicketList()])) as TicketsState['lists'],
  known: {},
  counts: emptyList(),
  waits: [],
  tagsAsked: null,
  spied: null,
  isDone: false,
  told: null,
});
const KNOWN_MAX = 200;

/** The state stored on the device: the lists of the tabs, each truncated to the length of a hidden list, and the opened tickets. */
export type OfflineTickets = Partial<Pick<TicketsState, 'known' | 'counts'>> & { lists: Partial<TicketsState['lists']> };

const slice = createSlice({
  name: 'tickets',
  initialState: initial,
  reducers: {
    viewChanged: plain<TicketsState, PayloadAction<Partial<TicketsView>>>((state, { payload }) => ({
      ...state,
      view: { ...state.view, ...payload },
    })),
    waitsAnswered: plain<TicketsState, PayloadAction<QueueWaits[]>>((state, { payload }) => ({ ...state, waits: payload })),
    /** Restores what this device last stored. */
    ticketsRestored: plain<TicketsState, PayloadAction<OfflineTickets>>((state, { payload }) => ({
      ...state,
      ...payload,
      lists: { ...state.lists, ...payload.lists },
    })),
    tagsAsked: plain<TicketsState, PayloadAction<string>>((state, { payload }) => ({ ...state, tagsAsked: payload })),
    tagsLeft: plain<TicketsState, PayloadAction<string>>((state, { payload }) =>
      state.tagsAsked === payload ? { ...state, tagsAsked: null } : state,
    ),
    spyBegun: plain<TicketsState, PayloadAction<string>>((state, { payload }) => ({
      ...state,
      spied: { ticketId: payload, failure: null },
    })),
    spyFailed: plain<TicketsState, PayloadAction<{ ticketId: string; failure: Failure }>>((state, { payload }) =>
      state.spied?.ticketId === payload.ticketId ? { ...state, spied: payload } : state,
    ),
    spyEnded: plain<TicketsState, PayloadAction<string>>((state, { payload }) =>
      state.spied?.ticketId === payload ? { ...state, spied: null } : state,
    ),
    doneChanged: plain<TicketsState, PayloadAction<boolean>>((state, { payload }) =>
      state.isDone === payload ? state : { ...state, isDone: payload },
    ),
    bulkResult: plain<TicketsState, PayloadAction<BulkResult | null>>((state, { payload }) => ({ ...state, told: payload })),
    countsAnswered: plain<TicketsState, PayloadAction<Page<TicketCount>>>((state, { payload }) => ({
      ...state,
      counts: answered(countRules, payload),
    })),
    ticketAnswered: plain<TicketsState, PayloadAction<{ ticket: TicketView; position: string | null; frames: PushFrame[] }>>(
      (state, { payload: { ticket, position, frames } }) => {
        const before = state.known[ticket.id];
        if (before?.ticket && isNewer(before.at, position)) return state; // a push was quicker
        const fresh: Known = {
          at: position ?? '0',
          ticket: unchanged(knownOf(state, ticket.id)?.ticket, ticket),
          failure: null,
        };
        const folded = frames.reduce((known, frame) => foldKnown(known, ticket.id, frame), fresh);
        return { ...state, known: trimmed({ ...without(state.known, ticket.id), [ticket.id]: folded }) };
      },
    ),
    /** A ticket that could not be fetched stays as it was known, if only from a list: filters may remove its row while it is shown. */
    ticketFailed: plain<TicketsState, PayloadAction<{ ticketId: string; failure: Failure }>>(
      (state, { payload: { ticketId, failure } }) => {
        const { at, ticket } = knownOf(state, ticketId) ?? { at: '0', ticket: null };
        const after: Known = { at, ticket: isGone(failure) ? null : ticket, failure };
        return { ...state, known: trimmed({ ...without(state.known, ticketId), [ticketId]: after }) };
      },
    ),
  },
  extraReducers: (builder) =>
    builder
      .addCase(
        liveFrame,
        plain<TicketsState, PayloadAction<PushFrame>>((state, { payload }) => foldTickets(state, payload)),
      )
      .addMatcher(
        ticketLists.isAbout,
        plain<TicketsState, PayloadAction<{ name: ListName }>>((state, action) => ({
          ...state,
          lists: ticketLists.reduce(state.lists, action),
        })),
      ),
});

/** Whether the failure says that the user may not see the ticket (any more), and not only that it could not be fetched. */
export const isGone = ({ status }: Failure): boolean => status === 404 || status === 400;

/** A ticket as it is known on its own, or else as a list has it; undefined if unknown. */
export const knownOf = ({ known, lists }: Pick<TicketsState, 'known' | 'lists'>, id: string): Known | undefined => {
  const own = known[id];
  if (own && (own.ticket || !own.failure || isGone(own.failure))) return own;
  for (const { live } of Object.values(lists)) if (live.byId[id]) return rowAsKnown(live.byId[id], live.at[id] ?? '0');
  return own;
};

/** The same object for the same row. */
const rowAsKnown = (() => {
  const made = new WeakMap<TicketView, Known>();
  return (ticket: TicketView, at: string): Known => {
    const known = made.get(ticket) ?? { at, ticket, failure: null };
    made.set(ticket, known);
    return known;
  };
})();

/** Applies a push to everything that the screen holds about tickets. */
const foldTickets = (state: TicketsState, frame: PushFrame): TicketsState => {
  if (frame.channel === 'appMessage') return state;
  const shown = shownList(state.view);
  const lists = mapped(state.lists, (list, name) => {
    const after = foldFrame(list, frame);
    return name === shown ? after : unseen(after);
  });
  const known = mapped(state.known, (one, id) => foldKnown(one, id, frame));
  const counts = foldCounts(state.counts, frame);
  const isSame = lists === state.lists && known === state.known && counts === state.counts;
  return isSame ? state : { ...state, lists, known, counts };
};

const foldKnown = (known: Known, id: string, frame: PushFrame): Known => {
  if (!isNewer(frame.position, known.at)) return known;
  if (frame.channel !== 'ticket') {
    const pushed = pushedBy(frame);
    const ticket = known.ticket && pushed ? embedded(ticketEmbeds, known.ticket, pushed) : known.ticket;
    return ticket === known.ticket ? known : { ...known, ticket };
  }
  if (frame.record.id !== id || (frame.record.partial && frame.action !== 'delete')) return known;
  const ticket = frame.action === 'delete' ? null : (frame.record as TicketView);
  return { at: frame.position, ticket, failure: null };
};

/** Maps the values; returns the same object if no value changed. */
const mapped = <Key extends string, Value>(
  values: Record<Key, Value>,
  change: (value: Value, key: Key) => Value,
): Record<Key, Value> => {
  let after = values;
  for (const [key, value] of Object.entries(values) as [Key, Value][]) {
    const changed = change(value, key);
    if (changed === value) continue;
    if (after === values) after = { ...values };
    after[key] = changed;
  }
  return after;
};

const without = (known: TicketsState['known'], id: string): TicketsState['known'] => {
  const { [id]: _, ...others } = known;
  return others;
};
const trimmed = (known: TicketsState['known']): TicketsState['known'] =>
  Object.fromEntries(Object.entries(known).slice(-KNOWN_MAX));

export const {
  viewChanged,
  ticketsRestored,
  tagsAsked,
  tagsLeft,
  spyBegun,
  spyFailed,
  spyEnded,
  bulkResult,
  doneChanged,
  countsAnswered,
  waitsAnswered,
  ticketAnswered,
  ticketFailed,
} = slice.actions;
export const ticketsSlice = slice;
export const ticketsReducer = slice.reducer;

import { type CardView, cardEmbeds, decimalOf, GREY, type LaneTally, type LaneView, type PushFrame } from '@prosa/contracts';
import { createAction, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { isNewer } from '../../kernel/calls/positions.ts';
import { applyFrame, continued, emptyList, type ListRules, type LiveList } from '../../kernel/lists/live-list.ts';
import { plain } from '../../kernel/lists/plain.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';

/** A lane of the board. `more`: the state of its next page; `at`: the position of its last known sums. */
export type Lane = LaneView & { more: 'idle' | 'loading' | 'failed'; at: string };
export type BoardFilter = { searchParam: string; userIds: string[]; tagIds: string[] };
export type BoardPage = { cards: CardView[]; lanes: LaneView[]; position: string | null };
export type BoardState = {
  filter: BoardFilter;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  lanes: Lane[];
  /** The loaded cards of all lanes. */
  cards: LiveList<CardView>;
  /** The lanes into which cards are being moved, until the server has answered. */
  moving: Record<string, { tagId: string | null }>;
  /** The client could not decide the effect of a push: fetch again. */
  stale: boolean;
  /** The card from which a conversation was opened. */
  left: string | null;
};

const rules: ListRules<CardView> = {
  channel: 'card',
  compare: (a, b) => (a.place === b.place ? 0 : isNewer(a.place, b.place) ? -1 : 1),
  embeds: cardEmbeds,
};
const noFilter: BoardFilter = { searchParam: '', userIds: [], tagIds: [] };
const initial: BoardState = {
  filter: noFilter,
  status: 'idle',
  failure: null,
  lanes: [],
  cards: emptyList(),
  moving: {},
  stale: false,
  left: null,
};
export const isFiltered = ({ searchParam, userIds, tagIds }: BoardFilter): boolean =>
  searchParam !== '' || userIds.length > 0 || tagIds.length > 0;

/** The board is shown: fetch it, unless it is loaded. */
export const boardWanted = createAction('kanban/wanted');
/** Fetch it again. */
export const boardRefreshed = createAction('kanban/refreshed');
/** A lane was scrolled near its end. */
export const moreWanted = createAction<{ tagId: string | null }>('kanban/moreWanted');

const slice = createSlice({
  name: 'kanban',
  initialState: initial,
  reducers: {
    filterChosen: plain<BoardState, PayloadAction<BoardFilter>>((state, { payload }) => ({ ...state, filter: payload })),
    loading: plain<BoardState, PayloadAction<undefined>>((state) =>
      state.status === 'ready' ? state : { ...state, status: 'loading', failure: null },
    ),
    answered: plain<BoardState, PayloadAction<{ pages: BoardPage[]; frames: PushFrame[] }>>((state, { payload }) => {
      const [first, ...others] = payload.pages;
      const began = withPage({ ...state, lanes: [], cards: emptyList() }, first!);
      const board = others.reduce(withPage, began);
      return payload.frames.reduce(folded, { ...board, status: 'ready', failure: null, stale: false });
    }),
    moreAnswered: plain<BoardState, PayloadAction<{ page: BoardPage; frames: PushFrame[] }>>((state, { payload }) =>
      payload.frames.reduce(folded, withPage(state, payload.page)),
    ),
    moreTold: plain<BoardState, PayloadAction<{ tagId: string | null; more: Lane['more'] }>>((state, { payload }) => ({
      ...state,
      lanes: state.lanes.map((lane) => (lane.tagId === payload.tagId ? { ...lane, more: payload.more } : lane)),
    })),
    failed: plain<BoardState, PayloadAction<Failure>>((state, { payload }) => ({ ...state, status: 'failed', failure: payload })),
    moveBegun: plain<BoardState, PayloadAction<{ id: string; tagId: string | null }>>((state, { payload: { id, tagId } }) => ({
      ...state,
      moving: { ...state.moving, [id]: { tagId } },
    })),
    /** `position`: where the move was written; null: it was refused. */
    moveEnded: plain<BoardState, PayloadAction<{ id: string; tagId: string | null; position: string | null }>>(
      (state, { payload: { id, tagId, position } }) => {
        const { [id]: to, ...others } = state.moving;
        const moving = to?.tagId === tagId ? others : state.moving;
        const card = state.cards.byId[id];
        // Its push may have come before, or that of a later move.
        if (!card || position === null || !isNewer(position, card.place)) return { ...state, moving };
        const byId = { ...state.cards.byId, [id]: { ...card, tagId, place: position } };
        const ids = state.cards.ids.toSorted((a, b) => rules.compare!(byId[a]!, byId[b]!));
        return { ...state, moving, cards: { ...state.cards, byId, ids } };
      },
    ),
    /** A conversation is opened from a card. */
    cardLeft: plain<BoardState, PayloadAction<string | null>>((state, { payload }) => ({ ...state, left: payload })),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<BoardState, PayloadAction<PushFrame>>((state, { payload }) => folded(state, payload)),
    ),
});

/** Adds a page: of all lanes, or of one. */
const withPage = (state: BoardState, { cards, lanes, position }: BoardPage): BoardState => {
  const at = position ?? '0';
  const fresh = lanes.map((lane): Lane => ({ ...lane, more: 'idle', at }));
  const known = new Set(state.lanes.map(({ tagId }) => tagId));
  const renewed = state.lanes.map((lane) => fresh.find(({ tagId }) => tagId === lane.tagId) ?? lane);
  return {
    ...state,
    lanes: [...renewed, ...fresh.filter(({ tagId }) => !known.has(tagId))],
    cards: continued(rules, state.cards, { records: cards, hasMore: false, position }),
  };
};

/** Applies a push to the board. */
const folded = (state: BoardState, frame: PushFrame): BoardState => {
  if (state.cards.asOf === null) return state;
  if (frame.channel === 'laneTally') return withTally(state, frame);
  if (frame.channel === 'tag') return withLane(state, frame);
  if (frame.channel !== 'card') {
    const cards = applyFrame(rules, state.cards, frame);
    return cards === state.cards ? state : { ...state, cards };
  }
  const { id, partial } = frame.record as { id: string; partial?: boolean };
  const isKnown = id in state.cards.byId;
  const isUnsure = partial === true || isFiltered(state.filter);
  // Only the server knows whether a filter finds it, and what the sums are then.
  if (isUnsure && !isKnown && frame.action !== 'delete') return { ...state, stale: true };
  if (!isKnown && frame.action !== 'delete' && isBeyond(state, frame.record as unknown as CardView)) return state;
  const cards = applyFrame(rules, state.cards, frame);
  const stale = state.stale || (isUnsure && isKnown);
  return cards === state.cards && stale === state.stale ? state : { ...state, cards, stale };
};

/** Whether a card is on a page of its lane that is not loaded. */
const isBeyond = ({ lanes }: BoardState, { tagId, place }: CardView): boolean => {
  const end = lanes.find((lane) => lane.tagId === tagId)?.cursor ?? null;
  return end !== null && isNewer(end, place);
};

const withTally = (state: BoardState, { record, position }: PushFrame): BoardState => {
  if (isFiltered(state.filter)) return state;
  const { tagId, count, budgeted, negotiated } = record as unknown as LaneTally;
  const of = state.lanes.find((lane) => lane.tagId === tagId);
  if (!of) return { ...state, stale: true };
  if (!isNewer(position, of.at)) return state;
  const sums = { count, budgetedValue: decimalOf(budgeted), negotiatedValue: decimalOf(negotiated), at: position };
  return { ...state, lanes: state.lanes.map((lane) => (lane === of ? { ...lane, ...sums } : lane)) };
};

const withLane = (state: BoardState, { action, record }: PushFrame): BoardState => {
  if (action === 'new-message') return state;
  const { id, name, color, kanban } = record as { id: string; name?: string; color?: string; kanban?: number };
  const of = state.lanes.find(({ tagId }) => tagId === id);
  if (action === 'delete' || kanban !== 1) return of ? { ...state, stale: true } : state;
  if (!of) return { ...state, stale: true };
  if (of.name === name && of.color === color) return state;
  return {
    ...state,
    lanes: state.lanes.map((lane) => (lane === of ? { ...lane, name: name ?? '', color: color ?? GREY } : lane)),
  };
};

type WithBoard = { kanban: BoardState };
export const selectBoard = (state: WithBoard): BoardState => state.kanban;
export const selectCard =
  (id: string | null) =>
  (state: WithBoard): CardView | undefined =>
    id === null ? undefined : state.kanban.cards.byId[id];
/** The cards of each lane, in order. One that is being moved is at the head of its new lane; one whose lane is unknown is in the first. */
export const selectLanes = createSelector(
  [({ kanban }: WithBoard) => kanban.lanes, ({ kanban }: WithBoard) => kanban.cards, ({ kanban }: WithBoard) => kanban.moving],
  (lanes, { ids, byId }, moving): { lane: Lane; cards: CardView[] }[] => {
    const known = new Set(lanes.map(({ tagId }) => tagId));
    const those = ids.map((id) => byId[id]!);
    const laneOf = ({ id, tagId }: CardView) => {
      const to = moving[id] ? moving[id].tagId : tagId;
      return known.has(to) ? to : null;
    };
    const all = [...those.filter(({ id }) => moving[id]), ...those.filter(({ id }) => !moving[id])];
    const byLane = Map.groupBy(all, laneOf);
    return lanes.map((lane) => ({ lane, cards: byLane.get(lane.tagId) ?? [] }));
  },
);

export const { filterChosen, loading, answered, moreAnswered, moreTold, failed, moveBegun, moveEnded, cardLeft } = slice.actions;
export const boardSlice = slice;
export const boardReducer = slice.reducer;

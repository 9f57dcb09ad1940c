import { embedded, type PushFrame, pushedBy, type TicketNoteView, ticketNoteEmbeds } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { isNewer } from '../../kernel/calls/positions.ts';
import { answered, applyFrame, emptyList, type LiveList, type Page } from '../../kernel/lists/live-list.ts';
import { plain } from '../../kernel/lists/plain.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';

/** The notes on the shown ticket. */
export type TicketNotesState = {
  ticketId: string | null;
  status: 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  live: LiveList<TicketNoteView>;
};
const empty = (ticketId: string | null): TicketNotesState => ({ ticketId, status: 'loading', failure: null, live: emptyList() });

/** Newest first, in GET's order. */
const rulesOf = (ticketId: string | null) => ({
  channel: 'ticketNote' as const,
  belongs: (note: TicketNoteView) => note.ticketId === ticketId,
  compare: (a: TicketNoteView, b: TicketNoteView) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
});

const fold = (state: TicketNotesState, frame: PushFrame): TicketNotesState => {
  const live = applyFrame(rulesOf(state.ticketId), state.live, frame);
  const pushed = pushedBy(frame);
  let { byId } = live;
  for (const note of pushed && ticketNoteEmbeds[pushed.channel] ? Object.values(byId) : []) {
    const after = embedded(ticketNoteEmbeds, note, pushed!);
    if (after !== note && isNewer(frame.position, live.at[note.id])) byId = { ...byId, [note.id]: after };
  }
  if (byId !== live.byId) return { ...state, live: { ...live, byId } };
  return live === state.live ? state : { ...state, live };
};

const slice = createSlice({
  name: 'ticketNotes',
  initialState: empty(null),
  reducers: {
    /** The notes on a ticket are shown, so they must be loaded. */
    notesWanted: plain<TicketNotesState, PayloadAction<string>>((state, { payload }) =>
      state.ticketId === payload ? state : empty(payload),
    ),
    notesAnswered: plain<TicketNotesState, PayloadAction<{ ticketId: string } & Page<TicketNoteView>>>(
      (state, { payload: { ticketId, frames, ...page } }) => {
        if (ticketId !== state.ticketId) return state;
        const live = answered(rulesOf(ticketId), { ...page, frames: [] });
        return frames.reduce(fold, { ticketId, status: 'ready', failure: null, live } as TicketNotesState);
      },
    ),
    notesFailed: plain<TicketNotesState, PayloadAction<{ ticketId: string; failure: Failure }>>((state, { payload }) =>
      payload.ticketId === state.ticketId ? { ...state, status: 'failed', failure: payload.failure } : state,
    ),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<TicketNotesState, PayloadAction<PushFrame>>((state, { payload }) => fold(state, payload)),
    ),
});

export const { notesWanted, notesAnswered, notesFailed } = slice.actions;
export const ticketNotesSlice = slice;
export const selectNotes = (state: { ticketNotes: TicketNotesState }): TicketNotesState => state.ticketNotes;

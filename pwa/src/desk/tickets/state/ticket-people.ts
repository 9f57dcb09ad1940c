import type { TicketPerson } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, put, select, takeEvery, takeLatest } from 'redux-saga/effects';
import { plain } from '../../../kernel/lists/plain.ts';
import { liveSaid, liveWelcomed, stateChanged, ticketPeopleTold } from '../../../kernel/live/live.slice.ts';
import { closed, opened, selectCurrent } from '../../messages/state/messages.slice.ts';
import type { WithTickets } from './tickets.selectors.ts';

type Told = { ticketId: string; people: TicketPerson[] };

type State = { told: Told | null };

/** Who has the open conversation on the screen, as last told; null: nobody was told of. */
const slice = createSlice({
  name: 'ticketPeople',
  initialState: { told: null } as State,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(
        ticketPeopleTold,
        plain<State, PayloadAction<Told>>((_, { payload }) => ({ told: payload })),
      )
      // From then on the hub tells of another one.
      .addCase(
        liveSaid,
        plain<State, ReturnType<typeof liveSaid>>((state, { payload }) => {
          if (payload.type !== 'userStatus' || payload.ticket === undefined) return state;
          return payload.ticket?.id === state.told?.ticketId ? state : { told: null };
        }),
      )
      // Without a connection nothing is known of the others.
      .addCase(
        stateChanged,
        plain<State, PayloadAction<string>>((state, { payload }) => (payload === 'connected' ? state : { told: null })),
      ),
});
export const ticketPeopleSlice = slice;

const NOBODY: TicketPerson[] = [];
export const selectTicketPeople =
  (ticketId: string) =>
  ({ ticketPeople }: WithTickets & { ticketPeople?: State }): TicketPerson[] =>
    ticketPeople?.told?.ticketId === ticketId ? ticketPeople.told.people : NOBODY;

/** The user has begun to write in the open ticket, or has stopped. */
export const writingChanged = createAction<{ ticketId: string; isWriting: boolean }>('ticketPeople/writingChanged');

/** How long a conversation is open before colleagues hear of it, in milliseconds: who looks through many does not tell of each. */
const SAY_AFTER_MS = 400;

/** Says which conversation this screen shows, to colleagues who have it open, too. */
export function* watchTicketPeople(): SagaIterator {
  let said: string | null = null;
  function* say(ticketId: string | null, writing = false): SagaIterator {
    said = ticketId;
    yield put(liveSaid({ type: 'userStatus', ticket: ticketId === null ? null : { id: ticketId, writing } }));
  }
  yield takeLatest([opened, closed], function* (): SagaIterator {
    yield delay(SAY_AFTER_MS);
    const current: string | null = yield select(selectCurrent);
    if (current !== said) yield call(say, current);
  });
  yield takeEvery(writingChanged, function* ({ payload: { ticketId, isWriting } }): SagaIterator {
    if ((yield select(selectCurrent)) === ticketId) yield call(say, ticketId, isWriting);
  });
  function* sayAgain(): SagaIterator {
    const current: string | null = yield select(selectCurrent);
    if (current !== null) yield call(say, current);
  }
  yield takeEvery(liveWelcomed, sayAgain);
  // The screen may have opened one before there was anybody to hear of it.
  yield call(sayAgain);
}

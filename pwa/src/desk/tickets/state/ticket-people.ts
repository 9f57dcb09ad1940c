import type { TicketPerson } from '@prosa/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, put, select, takeEvery } from 'redux-saga/effects';
import { plain } from '../../../kernel/lists/plain.ts';
import { liveSaid, liveWelcomed, stateChanged, ticketPeopleTold } from '../../../kernel/live/live.slice.ts';
import { closed, opened, selectCurrent } from '../../messages/state/messages.slice.ts';
import type { WithTickets } from './tickets.selectors.ts';

type Told = { ticketId: string; people: TicketPerson[] };

/** Who has the open conversation on the screen, as last told; null: nobody was told of. */
const slice = createSlice({
  name: 'ticketPeople',
  initialState: null as Told | null,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(
        ticketPeopleTold,
        plain<Told | null, PayloadAction<Told>>((_, { payload }) => payload),
      )
      .addCase(
        opened,
        plain<Told | null, PayloadAction<string>>((told, { payload }) => (told?.ticketId === payload ? told : null)),
      )
      // Without a connection nothing is known of the others.
      .addCase(
        stateChanged,
        plain<Told | null, PayloadAction<string>>((told, { payload }) => (payload === 'connected' ? told : null)),
      ),
});
export const ticketPeopleSlice = slice;

const NOBODY: TicketPerson[] = [];
export const selectTicketPeople =
  (ticketId: string) =>
  ({ ticketPeople }: WithTickets & { ticketPeople?: Told | null }): TicketPerson[] =>
    ticketPeople?.ticketId === ticketId ? ticketPeople.people : NOBODY;

const saying = (ticketId: string | null, writing = false) =>
  liveSaid({ type: 'userStatus', ticket: ticketId === null ? null : { id: ticketId, writing } });

/** The user has begun to write in the open ticket, or has stopped. */
export const saysWriting = (ticketId: string, isWriting: boolean) => saying(ticketId, isWriting);

/** Says which conversation this screen shows: to colleagues who have it open, too. */
export function* watchTicketPeople(): SagaIterator {
  const sayCurrent = function* (): SagaIterator {
    yield put(saying(yield select(selectCurrent)));
  };
  yield takeEvery([opened, closed], sayCurrent);
  const sayIfOpen = function* (): SagaIterator {
    if ((yield select(selectCurrent)) !== null) yield call(sayCurrent);
  };
  yield takeEvery(liveWelcomed, sayIfOpen);
  // The screen may have opened one before there was anybody to hear of it.
  yield call(sayIfOpen);
}

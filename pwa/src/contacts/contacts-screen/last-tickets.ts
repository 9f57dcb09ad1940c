import { type LastTicket, type PushFrame, type TicketView, ticketRoutes } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { buffers, type Channel, type SagaIterator } from 'redux-saga';
import { actionChannel, call, delay, flush, put, select, take, takeEvery } from 'redux-saga/effects';
import { isNewer } from '../../kernel/calls/positions.ts';
import { plain } from '../../kernel/lists/plain.ts';
import { fetchLive } from '../../kernel/live/live.saga.ts';
import { liveFrame, refetchOf } from '../../kernel/live/live.slice.ts';

/** Per contact the ticket that changed last, of those that the user sees; null if there is none. `at`: the position it is valid at. */
type Known = { at: string; ticket: LastTicket | null };
export type LastTicketsState = { byContact: Record<string, Known> };
export type WithLastTickets = { lastTickets: LastTicketsState };
type Answered = { contactIds: string[]; tickets: LastTicket[]; position: string | null; frames: PushFrame[] };

/** A contact's row is shown. */
export const lastTicketWanted = createAction<string>('lastTickets/wanted');
/** A ticket that was a contact's last is out of sight: another one may be now. */
const lastTicketLost = createAction<string>('lastTickets/lost');

/** Rows appear together; their contacts are asked for in one call. */
const TOGETHER_MS = 50;
/** Maximum number of contacts in one call. */
const AT_ONCE = 100;
/** Number of contacts whose last tickets are kept: those shown last. */
const KEPT = 500;

type Asked = ReturnType<typeof lastTicketWanted>;

const fold = (state: LastTicketsState, { channel, action, record, position }: PushFrame): LastTicketsState => {
  if (channel !== 'ticket' || action === 'delete' || record.partial) return state;
  const { id, contactId, status, updatedAt } = record as TicketView;
  const known = state.byContact[contactId];
  if (!known || !isNewer(position, known.at)) return state;
  if (known.ticket && known.ticket.id !== id && known.ticket.updatedAt > updatedAt) return state;
  return { byContact: { ...state.byContact, [contactId]: { at: position, ticket: { id, contactId, status, updatedAt } } } };
};

const slice = createSlice({
  name: 'lastTickets',
  initialState: { byContact: {} } as LastTicketsState,
  reducers: {
    answered: plain<LastTicketsState, PayloadAction<Answered>>(
      (state, { payload: { contactIds, tickets, position, frames } }) => {
        const found = new Map(tickets.map((ticket) => [ticket.contactId, ticket]));
        const news = contactIds.map((id): [string, Known] => [id, { at: position ?? '0', ticket: found.get(id) ?? null }]);
        const others = Object.entries(state.byContact).filter(([id]) => !contactIds.includes(id));
        return frames.reduce(fold, { byContact: Object.fromEntries([...others, ...news].slice(-KEPT)) });
      },
    ),
  },
  extraReducers: (builder) =>
    builder.addCase(
      liveFrame,
      plain<LastTicketsState, PayloadAction<PushFrame>>((state, { payload }) => fold(state, payload)),
    ),
});
const { answered } = slice.actions;
export const lastTicketsSlice = slice;

export const selectLastTicket =
  (contactId: string) =>
  ({ lastTickets }: WithLastTickets): LastTicket | null =>
    lastTickets.byContact[contactId]?.ticket ?? null;
export const selectLastTickets = ({ lastTickets }: WithLastTickets): LastTicketsState['byContact'] => lastTickets.byContact;

/** Fetches what the rows want, and again what frames may have changed. After a failure the row asks again when it is next shown. */
export function* watchLastTickets(): SagaIterator {
  yield takeEvery(liveFrame, function* ({ payload: { channel, action, record } }): SagaIterator {
    if (channel !== 'ticket' || action !== 'delete') return;
    const { id } = record as { id: string };
    const known: LastTicketsState['byContact'] = yield select(selectLastTickets);
    const [contactId] = Object.entries(known).find(([, { ticket }]) => ticket?.id === id) ?? [];
    if (contactId !== undefined) yield put(lastTicketLost(contactId));
  });
  yield takeEvery(refetchOf('ticket'), function* (): SagaIterator {
    const known: LastTicketsState['byContact'] = yield select(selectLastTickets);
    for (const contactId of Object.keys(known)) yield put(lastTicketLost(contactId));
  });
  const asked: Channel<Asked> = yield actionChannel([lastTicketWanted, lastTicketLost], buffers.expanding<Asked>());
  for (;;) {
    const first: Asked = yield take(asked);
    yield delay(TOGETHER_MS);
    const all: Asked[] = [first, ...((yield flush(asked)) as Asked[])];
    const known: LastTicketsState['byContact'] = yield select(selectLastTickets);
    const unknown = all.filter(({ type, payload }) => type === lastTicketLost.type || !known[payload]);
    const contactIds = [...new Set(unknown.map(({ payload }) => payload))];
    for (let at = 0; at < contactIds.length; at += AT_ONCE) yield call(fetchLast, contactIds.slice(at, at + AT_ONCE));
  }
}

function* fetchLast(contactIds: string[]): SagaIterator {
  try {
    const request = { query: { contactIds } };
    const { data, position, frames } = yield call(
      fetchLive<typeof ticketRoutes.lastByContact>,
      ticketRoutes.lastByContact,
      request,
    );
    yield put(answered({ contactIds, tickets: data.tickets, position, frames }));
    const isGone = ({ id }: LastTicket): boolean =>
      frames.some(({ channel, action, record, position: at }: PushFrame) => {
        if (channel !== 'ticket' || action !== 'delete' || !isNewer(at, position ?? '0')) return false;
        return (record as { id: string }).id === id;
      });
    for (const ticket of data.tickets) if (isGone(ticket)) yield put(lastTicketLost(ticket.contactId));
  } catch {
    // The list itself tells of a failure.
  }
}

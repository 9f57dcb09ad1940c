import { type MacroAct, newId, type TicketView } from '@prosa/contracts';
import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, type Channel, type SagaIterator } from 'redux-saga';
import { actionChannel, call, put, select, take } from 'redux-saga/effects';
import { ApiError, type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { failureShown, notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { fileOf } from '../composer/quick-reply-file.ts';
import { outboxRead, selectOutbox, sendAsked, sendDropped, sendFailed, sendTaken } from '../messages/state/messages.slice.ts';
import { files } from '../outbox/files.ts';
import { resolveTicket } from '../tickets/state/resolve.commands.ts';
import { snoozeTicket } from '../tickets/state/snooze.commands.ts';
import { zoneOr } from '../tickets/state/snooze-times.ts';
import { tagTicket, transferTicket } from '../tickets/state/tickets.commands.ts';
import { selectTicket } from '../tickets/state/tickets.selectors.ts';
import { uploadsAsked } from '../uploads/uploads.slice.ts';
import type { Step } from './macros.model.ts';
import { type Applied, macroApplied, progressed } from './macros.slice.ts';
import { returnTime } from './return-time.ts';

/** Why a step was not done; null: it was. `isLost`: there was no answer, so that nothing behind it can be done either. */
type Outcome = { isLost: boolean } | null;
const refused: Outcome = { isLost: false };
const lost = ({ status }: Pick<Failure, 'status'>): Outcome => ({ isLost: status === 0 });

type Command = {
  succeeded: { match: (action: never) => boolean };
  failed: { match: (action: never) => boolean };
};

/** Starts a command on a ticket and waits for its end, which tells people what went wrong by itself. */
function* carryOut(command: Command, start: UnknownAction, ticketId: string): SagaIterator<Outcome> {
  yield put(start);
  const end: { payload: Failure } = yield take(
    (action: { type: string; meta?: { of?: { ticketId?: string } } }) =>
      (command.succeeded.match(action as never) || command.failed.match(action as never)) &&
      action.meta?.of?.ticketId === ticketId,
  );
  return command.succeeded.match(end as never) ? null : lost(end.payload);
}

/** Puts a text, or a file with it, into the outbox, and waits until it has left from there. */
function* send({ ticketId, signature }: Applied, { acts, text = '', reply }: Step): SagaIterator<Outcome> {
  const key = newId();
  const isObservation = acts[0]?.do === 'observation';
  const own = { key, ticketId, body: text.trim(), signature: isObservation ? null : signature, quoted: null };
  if (reply && reply.mediaPath !== null) {
    try {
      const file: File = yield call(fileOf, { ...reply, shortcode: reply.name }, new AbortController().signal);
      files.set(key, file);
      yield put(
        uploadsAsked([{ ...own, name: file.name, bytes: file.size, type: file.type, state: 'waiting', part: 0, failure: null }]),
      );
    } catch (error) {
      const failure = failureOf(error);
      yield put(failureShown(failure));
      return lost(failure);
    }
  } else
    yield put(
      sendAsked({
        ...own,
        isObservation,
        createdAt: new Date().toISOString(),
        state: 'waiting',
        position: null,
        failure: null,
      }),
    );
  return yield call(left, key);
}

/** Waits until a message has left the outbox, which another tab may send. */
function* left(key: string): SagaIterator<Outcome> {
  while (true) {
    const news: UnknownAction = yield take([sendTaken, sendFailed, sendDropped, outboxRead]);
    if (sendDropped.match(news) && news.payload === key) return refused;
    const outbox: ReturnType<typeof selectOutbox> = yield select(selectOutbox);
    const one = outbox.find((of) => of.key === key);
    if (one?.state === 'failed') return one.failure ? lost(one.failure) : refused;
    if (one?.state !== 'waiting') return null;
  }
}

function* perform(applied: Applied, step: Step): SagaIterator<Outcome> {
  const { ticketId } = applied;
  const [act, second] = step.acts as [MacroAct, MacroAct?];
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  switch (act.do) {
    case 'message':
    case 'reply':
    case 'observation':
      return yield call(send, applied, step);
    case 'tags': {
      const tagIds = [...new Set([...(ticket?.tags ?? []).map(({ id }) => id), ...act.tagIds])];
      return yield call(carryOut, tagTicket, tagTicket.start({ ticketId, tagIds }), ticketId);
    }
    case 'queue': {
      const userId = second?.do === 'user' ? second.userId : null;
      return yield call(carryOut, transferTicket, transferTicket.start({ ticketId, queueId: act.queueId, userId }), ticketId);
    }
    case 'user': {
      if (!ticket?.queueId) {
        yield put(failureShown(failureOf(new ApiError('ERR_QUEUE_REQUIRED', 0))));
        return refused;
      }
      const to = { ticketId, queueId: ticket.queueId, userId: act.userId };
      return yield call(carryOut, transferTicket, transferTicket.start(to), ticketId);
    }
    case 'snooze': {
      const zone: string | undefined = yield select(selectZone);
      const until = returnTime(act, Date.now(), zoneOr(zone));
      return yield call(carryOut, snoozeTicket, snoozeTicket.start({ ticketId, until }), ticketId);
    }
    case 'resolve':
      return yield call(carryOut, resolveTicket, resolveTicket.start({ ticketId, withoutRating: false }), ticketId);
  }
}

/** Does the steps in their order, and says how many acts were done. What is refused holds up nothing behind it. */
function* apply(applied: Applied): SagaIterator {
  const { ticketId, name, steps } = applied;
  const total = steps.reduce((sum, { acts }) => sum + acts.length, 0);
  const failed: string[] = [];
  let begun = 0;
  let isLost = false;
  try {
    for (const step of steps) {
      const outcome: Outcome = step.isGone || isLost ? refused : yield call(begin, applied, step, begun + 1, total);
      begun += step.acts.length;
      if (outcome) failed.push(...step.labels);
      isLost ||= outcome?.isLost ?? false;
    }
  } finally {
    yield put(progressed(null));
  }
  const count = total - failed.length;
  yield put(
    notified(
      failed.length === 0
        ? { kind: 'ok', text: textOf('macros', 'done', { name, count }) }
        : { kind: 'warn', text: textOf('macros', 'partly', { name, count, total, refused: failed.join(', ') }) },
    ),
  );

  function* begin(of: Applied, step: Step, at: number, all: number): SagaIterator<Outcome> {
    yield put(progressed({ ticketId, name, begun: at, total: all }));
    return yield call(perform, of, step);
  }
}

/** Applies macros, one after the other. Without a connection none is begun: its messages would leave long after its other acts. */
export function* watchApplying(): SagaIterator {
  const asked: Channel<ReturnType<typeof macroApplied>> = yield actionChannel(macroApplied, buffers.expanding());
  while (true) {
    const { payload }: ReturnType<typeof macroApplied> = yield take(asked);
    const { offline }: ReturnType<typeof selectLive> = yield select(selectLive);
    if (offline) yield put(failureShown(failureOf(new ApiError('NETWORK', 0))));
    else yield call(apply, payload);
  }
}

import { newId, type RouteDefinition } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator, Task } from 'redux-saga';
import { call, cancelled, delay, fork, join, put, race, select, take, takeEvery } from 'redux-saga/effects';
import type { Answer, Reply, Request } from './api.ts';
import { ApiError, type Failure, failureOf } from './api-error.ts';
import { api } from './client.ts';
import { begun, type CommandsState, done, failed, selectAct, selectIsAttended } from './commands.slice.ts';
import { failureShown } from './toasts.slice.ts';

type Definition<Payload, Route extends RouteDefinition> = {
  /** Name of the act, such as `tickets/accept`. */
  type: string;
  route: Route;
  request: (payload: Payload) => Omit<Request<Route>, 'signal' | 'idempotencyKey' | 'timeout'>;
  /** Distinguishes acts of this type, for example by the ticket's id. The same act is not started while it runs. */
  by?: (payload: Payload) => string;
  /** Acts of one lane are sent one after another, in the order of their start, whether or not the previous one succeeded. */
  lane?: (payload: Payload) => string;
  timeoutMs?: number;
  /** Delay before sending; several forms may send one type of act, which buttons send at once. */
  delayMs?: number | ((payload: Payload) => number);
  /** Its own text for a failure; default: that of the error catalogue. */
  words?: (failure: Failure) => string | undefined;
  /** Shows no toast: the screen shows the failure in place. A dialog that waits through `useAct` does so too, alone if it is no refusal. */
  quiet?: boolean | ((failure: Failure) => boolean);
  /** Runs after a success, before `succeeded` is dispatched. */
  onDone?: (payload: Payload, reply: Reply<Route>) => SagaIterator;
  onFailed?: (payload: Payload, failure: Failure) => SagaIterator;
};

const TIMEOUT_MS = 15_000;

/**
 * Whether the server refused a call for a reason of the error catalogue, which is also a toast where a form shows it, and not only for how its
 * fields are filled in.
 */
export const isRefusal = ({ status, code, fields }: Failure): boolean =>
  status > 0 && (code !== 'ERR_VALIDATION' || Object.keys(fields).length === 0);

/**
 * Creates everything for sending a command from one definition: `start` (dispatch it), its progress (`selectAct(act(payload))`,
 * `selectIsRunning`), `cancel`, `succeeded` and `failed` (actions for slices), a toast for a failure, a time limit, and an idempotency key
 * that stays the same over retries of the same act with the same payload. Fork `saga` once in the feature's saga.
 */
export const createCommand = <Payload, Route extends RouteDefinition>(definition: Definition<Payload, Route>) => {
  const {
    type,
    route,
    request,
    by,
    lane,
    timeoutMs = TIMEOUT_MS,
    delayMs = 0,
    quiet = false,
    onDone,
    onFailed,
    words,
  } = definition;
  /** `key`: an idempotency key chosen (and kept) by the caller, as for an optimistic bubble. */
  const start = createAction(type, (payload: Payload, key?: string) => ({ payload, meta: { key } }));
  const cancel = createAction<string>(`${type}/cancel`);
  const succeeded = createAction(`${type}/succeeded`, (payload: Payload, reply: Reply<Route>, position: string | null) => ({
    payload: reply,
    meta: { of: payload, position },
  }));
  const refused = createAction(`${type}/failed`, (payload: Payload, failure: Failure) => ({
    payload: failure,
    meta: { of: payload },
  }));
  const act = (payload: Payload): string => (by ? `${type}:${by(payload)}` : type);
  const lanes = new Map<string, Task>();

  function* send(payload: Payload, idempotencyKey: string): SagaIterator<Answer<Reply<Route>>> {
    const controller = new AbortController();
    try {
      const waits = typeof delayMs === 'function' ? delayMs(payload) : delayMs;
      if (waits > 0) yield delay(waits);
      const sent = {
        ...request(payload),
        idempotencyKey,
        signal: controller.signal,
        timeout: timeoutMs,
      } as unknown as Request<Route>;
      const { answer, given } = yield race({
        answer: call(api.call as (route: Route, request: Request<Route>) => Promise<Answer<Reply<Route>>>, route, sent),
        given: take(
          ({ type: taken, payload: of }: { type: string; payload?: unknown }) => taken === cancel.type && of === act(payload),
        ),
      });
      if (given) throw new ApiError('CANCELLED', 0);
      return answer;
    } finally {
      controller.abort();
    }
  }

  function* perform(payload: Payload, idempotencyKey: string, before: Task | undefined): SagaIterator {
    try {
      if (before?.isRunning()) yield join(before);
      const { data, position }: Answer<Reply<Route>> = yield call(send, payload, idempotencyKey);
      yield put(done({ act: act(payload) }));
      if (onDone) yield call(onDone, payload, data);
      yield put(succeeded(payload, data, position));
    } catch (error) {
      const failure = failureOf(error);
      yield put(failed({ act: act(payload), failure }));
      if (onFailed) yield call(onFailed, payload, failure);
      yield put(refused(payload, failure));
      const isAttended: boolean = yield select((state: CommandsState) => selectIsAttended(act(payload))(state));
      const isQuiet =
        failure.code === 'CANCELLED' ||
        (failure.status === 401 && route.may !== 'public') ||
        (isAttended && !isRefusal(failure)) ||
        (typeof quiet === 'function' ? quiet(failure) : quiet);
      if (!isQuiet) yield put(failureShown(failure, words?.(failure)));
    } finally {
      if (yield cancelled()) yield put(done({ act: act(payload) }));
    }
  }

  function* begin({ payload, meta }: ReturnType<typeof start>): SagaIterator {
    const name = act(payload);
    const known: ReturnType<ReturnType<typeof selectAct>> = yield select((state: CommandsState) => selectAct(name)(state));
    if (known?.status === 'running') return;
    const written = JSON.stringify(payload) ?? '';
    const idempotencyKey = meta.key ?? (known?.payload === written ? known.idempotencyKey : newId());
    yield put(begun({ act: name, payload: written, idempotencyKey }));
    const lanesName = lane?.(payload);
    const task: Task = yield fork(perform, payload, idempotencyKey, lanesName === undefined ? undefined : lanes.get(lanesName));
    if (lanesName === undefined) return;
    lanes.set(lanesName, task);
    yield join(task);
    if (lanes.get(lanesName) === task) lanes.delete(lanesName);
  }

  function* saga(): SagaIterator {
    yield takeEvery(start, begin);
  }

  return { start, cancel, succeeded, failed: refused, act, words, saga };
};

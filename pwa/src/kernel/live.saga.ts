import { limits, type PushChannel, type RouteDefinition } from '@prosa/contracts';
import { buffers, type EventChannel, eventChannel, type SagaIterator } from 'redux-saga';
import { call, cancelled, delay, fork, put, race, select, take } from 'redux-saga/effects';
import type { Answer, Api, Reply, Request } from './api.ts';
import { ApiError } from './api-error.ts';
import { browserEvents } from './browser-events.ts';
import { api } from './client.ts';
import {
  becameStale,
  liveFrame,
  liveJoin,
  liveLeave,
  liveRefetch,
  liveReload,
  liveWelcomed,
  networkChanged,
  selectLive,
  stateChanged,
} from './live.slice.ts';
import { connectLive, type Live, type LiveEvent } from './live.ts';
import { recentFrames } from './recent-frames.ts';
import { elsewhere } from './session-ends.ts';
import { remembered, tab } from './storage.ts';
import { sessionOf } from './token.ts';

const STALE_AFTER_MS = 2_000;
const TRIES = 3;
/** What Retry-After says where the server is busy, behind or just starting. */
const RETRY_AFTER_MS = 1_000;
const RESTORED_MS = 60_000;
/** Who hears of a flood fetches within this time: not all screens of a company at once, and once for several in it. */
const RELOAD_WITHIN_MS = 3_000;

/** The pushes that this tab has seen. */
export const frames = recentFrames();

/** Where `/live` is: of this very origin. */
const liveUrl = (): string => new URL('/live', location.origin).href.replace(/^http/, 'ws');

type Settings = {
  api?: Pick<Api, 'refresh' | 'oldestAnswer' | 'reset'>;
  url?: string;
  Socket?: typeof WebSocket;
  backOff?: (tries: number) => number;
  reload?: () => void;
  /** Milliseconds from hearing of a flood to fetching. */
  reloadAfter?: () => number;
};

/** Keeps the live connection while a session lasts; cancel it (or `race` it) to close. */
export function* watchLive({
  api: client = api,
  url = liveUrl(),
  Socket,
  backOff,
  reload = () => location.reload(),
  reloadAfter = () => Math.random() * RELOAD_WITHIN_MS,
}: Settings = {}): SagaIterator {
  const flooded = new Set<PushChannel>();
  let asked: string | null = null;
  const holder: { live?: Live } = {};
  const events: EventChannel<LiveEvent> = yield call(() =>
    eventChannel<LiveEvent>((tell) => {
      holder.live = connectLive({
        url,
        token: () => remembered('token'),
        after: () => {
          asked = frames.position() ?? client.oldestAnswer();
          return asked;
        },
        renew: (used) => client.refresh(used),
        tell,
        ...(Socket ? { Socket } : {}),
        ...(backOff ? { backOff } : {}),
      });
      return () => holder.live?.close();
    }, buffers.expanding()),
  );
  // Kept in the channel's buffer: the first state is told within its own making.
  const live = holder.live as Live;
  try {
    yield fork(keepJoins, live);
    yield fork(sayPresent, live);
    yield fork(watchStale);
    yield fork(watchNetwork);
    while (true) {
      const event: LiveEvent = yield take(events);
      if (event.kind === 'welcome') {
        frames.welcomed(event.position, asked);
        yield put(liveWelcomed({ position: event.position }));
      } else if (event.kind === 'state') yield put(stateChanged(event.state));
      else if (event.kind === 'elsewhere') yield put(elsewhere());
      else if (event.kind === 'restored') yield call(beginAnew, client, reload);
      else if (event.kind === 'refetch') {
        frames.missed();
        yield put(liveRefetch());
      } else if (event.kind === 'reload') {
        frames.reloaded(event.frame.position);
        if (flooded.size === 0) yield fork(reloadLater, flooded, reloadAfter());
        flooded.add(event.frame.channel);
      } else if (event.frame.channel === 'auth') {
        if (isOfNewerSession(event.frame.record)) yield put(elsewhere());
      } else {
        frames.add(event.frame);
        yield put(liveFrame(event.frame));
      }
    }
  } finally {
    events.close();
    if (yield cancelled()) yield put(stateChanged('idle'));
  }
}

/** What was flooded by then, all at once. */
function* reloadLater(flooded: Set<PushChannel>, ms: number): SagaIterator {
  yield delay(ms);
  const channels = [...flooded];
  flooded.clear();
  yield put(liveReload(channels));
}

/**
 * All that is shown has positions of a day that was taken back, newer than any to come: the page is loaded anew. Drafts and what is on
 * its way outlive that. Should it be told the same again at once, it fetches, rather than load for ever.
 */
function* beginAnew(client: Pick<Api, 'reset'>, reload: () => void): SagaIterator {
  const last = Number(tab.get('restored') ?? 0);
  tab.set('restored', String(Date.now()));
  client.reset();
  frames.clear();
  if (Date.now() - last > RESTORED_MS) yield call(reload);
  else yield put(liveRefetch());
}

/** An `auth` push names the version of a sign-in; this browser's own, or one of another tab here, is no news. */
const isOfNewerSession = (record: Record<string, unknown>): boolean => {
  const own = sessionOf(remembered('token'));
  return record.userId === remembered('userId') && own !== null && Number(record.version) > own.version;
};

function* keepJoins(live: Live): SagaIterator {
  while (true) {
    const { join, leave } = yield race({ join: take(liveJoin), leave: take(liveLeave) });
    if (join) live.join(join.payload);
    if (leave) live.leave(leave.payload);
  }
}

/** "I am here", on each connect and every five minutes. */
function* sayPresent(live: Live): SagaIterator {
  yield take(liveWelcomed);
  while (true) {
    live.send({ type: 'userStatus' });
    yield race({ again: take(liveWelcomed), time: delay(limits.userStatusMs) });
  }
}

/** Counts from the moment the connection went, not from each new try. */
function* watchStale(): SagaIterator {
  const isUp = (action: { type: string; payload?: unknown }) =>
    stateChanged.match(action) && (action.payload === 'connected' || action.payload === 'idle');
  const isDown = (action: { type: string }) => stateChanged.match(action) && !isUp(action);
  while (true) {
    yield take(isDown);
    const { up } = yield race({ up: take(isUp), time: delay(STALE_AFTER_MS) });
    if (up) continue;
    yield put(becameStale());
    yield take(isUp);
  }
}

function* watchNetwork(): SagaIterator {
  const changes: EventChannel<Event> = yield call(browserEvents, window, 'online', 'offline');
  try {
    yield put(networkChanged(navigator.onLine !== false));
    while (true) {
      const { type }: Event = yield take(changes);
      yield put(networkChanged(type === 'online'));
    }
  } finally {
    changes.close();
  }
}

/**
 * A GET whose answer is brought up to what the screen knows: `frames` are the pushes after it, to be folded over it. One that is
 * too old to judge is asked for again, as is a server that is busy or behind. Throws ApiError.
 */
export function* fetchLive<Route extends RouteDefinition>(
  route: Route,
  request: Request<Route>,
): SagaIterator<Answer<Reply<Route>> & { frames: NonNullable<ReturnType<typeof frames.since>> }> {
  for (let tries = 1; ; tries += 1) {
    const get = api.call as (route: Route, request: Request<Route>) => Promise<Answer<Reply<Route>>>;
    let answer: Answer<Reply<Route>>;
    try {
      answer = yield call(get, route, request);
    } catch (error) {
      if (tries === TRIES || !(error instanceof ApiError && isForNow(error))) throw error;
      yield delay(RETRY_AFTER_MS);
      continue;
    }
    const since = frames.since(answer.position);
    if (since !== null || tries === TRIES) return { ...answer, frames: since ?? [] };
  }
}

/** While no push can come, an act shows by fetching. */
export function* refetchUnheard(): SagaIterator {
  const { state }: ReturnType<typeof selectLive> = yield select(selectLive);
  if (state !== 'connected') yield put(liveRefetch());
}

/** ERR_BUSY, ERR_BEHIND, or a service that is just being restarted behind its proxy. */
const isForNow = ({ status }: ApiError): boolean => status >= 502 && status <= 504;

import { limits, type PushChannel, type RouteDefinition } from '@prosa/contracts';
import { buffers, type EventChannel, eventChannel, type SagaIterator } from 'redux-saga';
import { call, cancelled, delay, fork, put, race, select, take } from 'redux-saga/effects';
import type { Answer, Api, Reply, Request } from '../calls/api.ts';
import { ApiError } from '../calls/api-error.ts';
import { api } from '../calls/client.ts';
import { isNewer } from '../calls/positions.ts';
import { browserEvents } from '../device/browser-events.ts';
import { watchIdle } from '../device/idleness.ts';
import { remembered, tab } from '../device/storage.ts';
import { sessionOf } from '../device/token.ts';
import {
  becameStale,
  liveFrame,
  liveJoin,
  liveLeave,
  liveRefetch,
  liveReload,
  liveSaid,
  liveWelcomed,
  networkChanged,
  selectLive,
  stateChanged,
  ticketPeopleTold,
} from './live.slice.ts';
import { connectLive, type Live, type LiveEvent } from './live.ts';
import { recentFrames } from './recent-frames.ts';
import { elsewhere } from './session-ends.ts';

const STALE_AFTER_MS = 2_000;
const TRIES = 3;
/** The server's Retry-After when it is busy, behind or starting. */
const RETRY_AFTER_MS = 1_000;
const RESTORED_MS = 60_000;
/**
 * After a reload frame a client fetches at a random time within this interval: not all screens of a company fetch at once, and a screen
 * fetches once for several frames in it.
 */
const RELOAD_WITHIN_MS = 3_000;

/** The recent pushes to this tab. */
export const frames = recentFrames();

/** The address of `/live` on this origin. */
const liveUrl = (): string => new URL('/live', location.origin).href.replace(/^http/, 'ws');

type Settings = {
  api?: Pick<Api, 'refresh' | 'oldestAnswer' | 'reset'>;
  url?: string;
  Socket?: typeof WebSocket;
  backOff?: (tries: number) => number;
  reload?: () => void;
  /** Milliseconds from a reload frame to the fetch. */
  reloadAfter?: () => number;
  idle?: typeof watchIdle;
};

/** Keeps the live connection while a session lasts; cancel it (or `race` it) to close. */
export function* watchLive({
  api: client = api,
  url = liveUrl(),
  Socket,
  backOff,
  reload = () => location.reload(),
  reloadAfter = () => Math.random() * RELOAD_WITHIN_MS,
  idle = watchIdle,
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
  // The events are in the channel's buffer: the first state is emitted while the connection is being created.
  const live = holder.live as Live;
  try {
    yield fork(keepJoins, live);
    yield fork(sayPresent, live, idle);
    yield fork(watchStale);
    yield fork(watchNetwork);
    while (true) {
      const event: LiveEvent = yield take(events);
      if (event.kind === 'welcome') {
        const shown = frames.position() === null ? client.oldestAnswer() : null;
        // Answered between the hello and the first welcome: what was pushed after it has reached only others.
        if (shown !== null && isNewer(asked ?? event.position, shown)) {
          live.ask(shown);
          asked = shown;
        }
        frames.welcomed(event.position, asked);
        yield put(liveWelcomed({ position: event.position }));
      } else if (event.kind === 'state') yield put(stateChanged(event.state));
      else if (event.kind === 'elsewhere') yield put(elsewhere());
      else if (event.kind === 'restored') yield call(beginAnew, client, reload);
      else if (event.kind === 'people') yield put(ticketPeopleTold({ ticketId: event.ticketId, people: event.people }));
      else if (event.kind === 'refetch') {
        frames.missed(event.position);
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

/** Refetches all channels that got a reload frame until then, at once. */
function* reloadLater(flooded: Set<PushChannel>, ms: number): SagaIterator {
  yield delay(ms);
  const channels = [...flooded];
  flooded.clear();
  yield put(liveReload(channels));
}

/**
 * Everything on the screen has positions from before the server was restored, newer than any to come: the page is reloaded. Drafts and the
 * outbox survive that. If it happens again within RESTORED_MS, it refetches instead, so that it cannot reload forever.
 */
function* beginAnew(client: Pick<Api, 'reset'>, reload: () => void): SagaIterator {
  const last = Number(tab.get('restored') ?? 0);
  tab.set('restored', String(Date.now()));
  client.reset();
  frames.clear();
  if (Date.now() - last > RESTORED_MS) yield call(reload);
  else yield put(liveRefetch());
}

/** An `auth` push contains the version of a sign-in; that of this browser, or of another tab here, is ignored. */
const isOfNewerSession = (record: Record<string, unknown>): boolean => {
  const own = sessionOf(remembered('token'));
  return record.userId === remembered('userId') && own !== null && Number(record.version) > own.version;
};

function* keepJoins(live: Live): SagaIterator {
  while (true) {
    const { join, leave, said } = yield race({ join: take(liveJoin), leave: take(liveLeave), said: take(liveSaid) });
    if (said) live.send(said.payload);
    if (join) live.join(join.payload);
    if (leave) live.leave(leave.payload);
  }
}

/** Sends the user's presence on each connect, every five minutes, and when they leave this window untouched or come back to it. */
function* sayPresent(live: Live, watch: typeof watchIdle): SagaIterator {
  const changes: EventChannel<boolean> = yield call(() =>
    eventChannel<boolean>((tell) => watch(limits.idleMs, tell), buffers.expanding()),
  );
  let idle = false;
  let isWelcomed = false;
  try {
    while (true) {
      const [time, again, changed] = [delay(limits.userStatusMs), take(liveWelcomed), take(changes)];
      const next: { again?: unknown; changed?: boolean } = yield race({ again, changed, ...(isWelcomed && { time }) });
      isWelcomed ||= next.again !== undefined;
      idle = next.changed ?? idle;
      if (isWelcomed) live.send({ type: 'userStatus', ...(idle && { idle }) });
    }
  } finally {
    changes.close();
  }
}

/** Counts from the moment the connection was lost, not from each new attempt. */
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
 * Sends a GET and returns its answer with `frames`, the pushes after it, which the caller applies to it. Repeats the GET if its answer is
 * older than the stored frames, and if the server is busy or behind. Throws ApiError.
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

/** While no push can arrive, the result of an act is shown by fetching. */
export function* refetchUnlessPushed(): SagaIterator {
  const { state }: ReturnType<typeof selectLive> = yield select(selectLive);
  if (state !== 'connected') yield put(liveRefetch());
}

/** ERR_BUSY, ERR_BEHIND, or a service that is restarting behind its proxy. */
const isForNow = ({ status }: ApiError): boolean => status >= 502 && status <= 504;

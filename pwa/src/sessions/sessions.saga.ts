import { limits, type Me } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import i18next from 'i18next';
import { buffers, type EventChannel, eventChannel, type SagaIterator } from 'redux-saga';
import { call, delay, fork, put, race, select, spawn, take, takeLatest } from 'redux-saga/effects';
import { type Answer, routes } from '../kernel/api.ts';
import { failureOf } from '../kernel/api-error.ts';
import { api } from '../kernel/client.ts';
import { createCommand } from '../kernel/command.saga.ts';
import { forgetKept, keeper, readKept } from '../kernel/kept.ts';
import { frames, watchLive } from '../kernel/live.saga.ts';
import { liveRefetch } from '../kernel/live.slice.ts';
import { elsewhere } from '../kernel/session-ends.ts';
import { forgetEverything, forgetSession, remember, remembered } from '../kernel/storage.ts';
import { notified } from '../kernel/toasts.slice.ts';
import { foldMe } from './me.ts';
import type texts from './sessions.pt.json';
import {
  ended,
  entered,
  enteredAsKept,
  entering,
  entryFailed,
  type SessionState,
  selectSession,
  userChanged,
} from './sessions.slice.ts';

declare module '../i18n/texts.ts' {
  interface Texts {
    sessions: typeof texts;
  }
}

/** Leaves by choice. */
export const leave = createAction('sessions/leave');
/** Asks once more who the kept token is of. */
export const enterAgain = createAction('sessions/enterAgain');

const ELSEWHERE_MS = 1_000;
/** A server that is so slow is waited for with what was last seen on the screen. */
const LATE_MS = 2_500;
const DAY_MS = 86_400_000;

/** Whole days until `dueDate`, begun ones counted (ADR 102). */
export const daysLeft = (dueDate: string, now: number = Date.now()): number => Math.ceil((Date.parse(dueDate) - now) / DAY_MS);

/** Sign-in. Its failure stands in the form. */
export const signIn = createCommand({
  type: 'sessions/signIn',
  route: routes.sessions.login,
  delayMs: limits.submitDelayMs,
  quiet: true,
  request: (body: { email: string; password: string }) => ({ body }),
  *onDone(_, { token, user }): SagaIterator {
    remember('token', token);
    keepOf(user);
    yield put(entered(user));
    yield put(notified({ kind: 'ok', text: i18next.t('welcome', { ns: 'sessions' }) }));
    const days = daysLeft(user.company.dueDate);
    if (days < limits.subscriptionWarningDays)
      yield put(notified({ kind: 'warn', text: i18next.t('dueSoon', { ns: 'sessions', days }) }));
  },
});

/** What other tabs and the routes of later screens read (ADR 101). */
const keepOf = ({ id, companyId, company }: Me): void => {
  const campaigns = company.settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true');
  remember('userId', id);
  remember('companyId', companyId);
  remember('companyDueDate', company.dueDate);
  remember('campaignsEnabled', String(campaigns));
  remember('cshow', campaigns ? 'true' : null);
};

/** One session after another: entered by sign-in or by the kept token, `work` while it lasts, ended. */
export function* watchSessions(work: () => SagaIterator): SagaIterator {
  yield fork(signIn.saga);
  yield fork(watchOtherTabs);
  while (true) {
    const { status }: SessionState = yield select(selectSession);
    if (status === 'entering') yield call(enter);
    else if (status === 'out') {
      yield spawn(forgetAll);
      yield take([entered, entering]);
    } else yield call(stay, work);
  }
}

/** Asks who the kept token is of, until there is an answer; where no server is to be had, this device knows. */
function* enter(): SagaIterator {
  const asked = api.call(routes.sessions.me);
  asked.catch(() => undefined); // whoever waits for it sees the failure
  try {
    const isOffline = navigator.onLine === false;
    const { answer } = yield race({ answer: call(() => asked), late: delay(isOffline ? 0 : LATE_MS) });
    if (!answer && (yield call(enterAsKept))) return;
    const { data }: Answer<Me> = answer ?? (yield call(() => asked));
    keepOf(data);
    yield put(entered(data));
  } catch (error) {
    const { status }: SessionState = yield select(selectSession);
    if (status !== 'entering') return; // a 401 has ended the session already
    const failure = failureOf(error);
    const isAway = failure.status === 0 || failure.status >= 500;
    if (isAway && (yield call(enterAsKept))) return;
    yield put(entryFailed(failure));
    yield race({ asked: take(enterAgain), ended: take(ended), time: delay(5_000) });
  }
}

/** Goes on as who was here last, if that is whose token is kept; false where it is not. */
function* enterAsKept(): SagaIterator<boolean> {
  const userId = keeper();
  const me: Me | undefined = userId === null ? undefined : ((yield call(readKept, userId)) as { me?: Me }).me;
  const { status }: SessionState = yield select(selectSession);
  if (me === undefined || status !== 'entering') return false;
  yield put(enteredAsKept(me));
  return true;
}

function* stay(work: () => SagaIterator): SagaIterator {
  const { left, taken } = yield race({
    live: call(watchLive),
    work: call(work),
    me: call(watchMe),
    left: take(leave),
    taken: take(elsewhere),
    over: take(ended),
  });
  // What was seen belonged to that user.
  api.reset();
  frames.clear();
  if (left) {
    // The session ends here at once, whenever the server hears of it; if it never does, there it ends by itself.
    const token = remembered('token');
    forgetSession();
    if (token !== null) yield spawn(tellServer, token);
    yield put(ended('left'));
  } else if (taken) {
    const token = remembered('token');
    yield put(notified({ kind: 'bad', text: i18next.t('elsewhere', { ns: 'sessions' }) }));
    yield delay(ELSEWHERE_MS);
    const now = remembered('token');
    // A new token meanwhile: "elsewhere" was another tab of this very browser.
    if (now !== null && now !== token) return void (yield put(entering()));
    forgetEverything();
    yield put(ended('elsewhere'));
  }
}

/** Nothing that somebody saw is kept once they are out. */
function* forgetAll(): SagaIterator {
  if (keeper() === null) yield call(forgetKept);
}

function* tellServer(token: string): SagaIterator {
  try {
    yield call(() => api.signOut(token));
  } catch (error) {
    console.warn('The server was not told of the sign-out:', failureOf(error).code);
  }
}

/** Something was missed: of the own user too, whose queues, profile and settings say what is shown. */
function* watchMe(): SagaIterator {
  yield takeLatest(liveRefetch, function* (): SagaIterator {
    const from = frames.position();
    try {
      const { data }: Answer<Me> = yield call(() => api.call(routes.sessions.me));
      // The command side answers, which may hear of a change after its push: what was pushed meanwhile holds.
      const me = (frames.since(from) ?? []).reduce(foldMe, data);
      keepOf(me);
      yield put(userChanged(me));
    } catch (error) {
      console.warn('The user could not be fetched:', failureOf(error).code); // the next refresh of the token brings them
    }
  });
  yield take(() => false);
}

/** Another tab that signs out takes this one along; one that signs in as another brings this one to a fresh start. */
function* watchOtherTabs(): SagaIterator {
  const tokens: EventChannel<{ token: string | null }> = yield call(() =>
    eventChannel<{ token: string | null }>((tell) => {
      const listen = ({ key, newValue }: StorageEvent) => {
        if (key === null || key === 'token') tell({ token: newValue });
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    }, buffers.expanding()),
  );
  while (true) {
    const { token } = yield take(tokens);
    const { status, user }: SessionState = yield select(selectSession);
    // By choice or not, that tab knows: what was written here waits for the same person, as after any end that was not asked for here.
    if (token === null && status !== 'out') yield put(ended('expired'));
    else if (token !== null && status === 'out') yield put(entering());
    else if (token !== null && user !== null) yield fork(checkUser, user.id);
  }
}

/** The user's id is written right after the token: given a moment, it tells a refresh from another's sign-in. */
function* checkUser(userId: string): SagaIterator {
  yield delay(200);
  const now = remembered('userId');
  if (now !== null && now !== userId) yield call([location, 'reload']);
}

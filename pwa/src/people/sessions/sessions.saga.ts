import { limits, type Me, sessionRoutes } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import { buffers, type EventChannel, eventChannel, type SagaIterator } from 'redux-saga';
import { call, delay, fork, put, race, select, spawn, take, takeLatest } from 'redux-saga/effects';
import type { Answer } from '../../kernel/calls/api.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { api } from '../../kernel/calls/client.ts';
import { createCommand, isRefusal } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { forgetOffline, keeper, readKept } from '../../kernel/device/offline-store.ts';
import { forgetEverything, forgetSession, remember, remembered } from '../../kernel/device/storage.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { frames, watchLive } from '../../kernel/live/live.saga.ts';
import { liveRefetch } from '../../kernel/live/live.slice.ts';
import { elsewhere } from '../../kernel/live/session-ends.ts';
import { foldMe } from './me.ts';
import { isAsk } from './required-step.ts';
import type texts from './sessions.pt.json';
import {
  codesIssued,
  ended,
  entered,
  enteredOffline,
  entering,
  entryFailed,
  type SessionState,
  selectSession,
  userChanged,
} from './sessions.slice.ts';
import type { Credentials } from './sign-in.tsx';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    sessions: typeof texts;
  }
}

/** The user signs out. */
export const leave = createAction('sessions/leave');
/** The user has kept the recovery codes that the sign-in showed. */
export const codesSaved = createAction('sessions/codesSaved');
/** Requests the user of the stored token again. */
export const enterAgain = createAction('sessions/enterAgain');

const ELSEWHERE_MS = 1_000;
/** If the server needs longer than this, the app starts with what was last seen on this device. */
const LATE_MS = 2_500;
const DAY_MS = 86_400_000;

/** Whole days until `dueDate`, rounded up. */
export const daysLeft = (dueDate: string, now: number = Date.now()): number => Math.ceil((Date.parse(dueDate) - now) / DAY_MS);

/** Sign-in. The form shows its failure, also where it asks for a second step; a refusal is a toast as well. */
export const signIn = createCommand({
  type: 'sessions/signIn',
  route: sessionRoutes.login,
  delayMs: limits.submitDelayMs,
  quiet: (failure) => !isRefusal(failure) || isAsk(failure),
  request: (body: Credentials) => ({ body }),
  *onDone(_, { token, user, recoveryCodes }): SagaIterator {
    if (recoveryCodes) {
      yield put(codesIssued(recoveryCodes));
      yield take(codesSaved);
    }
    remember('token', token);
    keepOf(user);
    remember('cshow', hasCampaigns(user) ? 'true' : null);
    yield put(entered(user));
    yield put(notified({ kind: 'ok', text: textOf('sessions', 'welcome') }));
    const days = daysLeft(user.company.dueDate);
    if (days < limits.subscriptionWarningDays)
      yield put(notified({ kind: 'warn', text: textOf('sessions', 'dueSoon', { days }) }));
  },
});

const hasCampaigns = ({ company }: Me): boolean =>
  company.settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true');

/** Stores what other tabs and the routes of later screens read. */
const keepOf = (me: Me): void => {
  remember('userId', me.id);
  remember('companyId', me.companyId);
  remember('companyDueDate', me.company.dueDate);
  remember('campaignsEnabled', String(hasCampaigns(me)));
};

/** Runs one session after another: entered by sign-in or by the stored token, `work` while it lasts, ended. */
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

/** Requests the user of the stored token until there is an answer; without a server it uses this device's copy. */
function* enter(): SagaIterator {
  const asked = api.call(sessionRoutes.me);
  asked.catch(() => undefined); // the code that awaits it sees the failure
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

/** Continues as the user who was here last, if the stored token is theirs; otherwise returns false. */
function* enterAsKept(): SagaIterator<boolean> {
  const userId = keeper();
  const me: Me | undefined = userId === null ? undefined : ((yield call(readKept, userId)) as { me?: Me }).me;
  const { status }: SessionState = yield select(selectSession);
  if (me === undefined || status !== 'entering') return false;
  yield put(enteredOffline(me));
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
  // The data on the screen belonged to that user.
  api.reset();
  frames.clear();
  if (left) {
    // The session ends here immediately, whenever the server learns of it; if it never does, the session expires there.
    const token = remembered('token');
    forgetSession();
    if (token !== null) yield spawn(tellServer, token);
    yield put(ended('left'));
  } else if (taken) {
    const token = remembered('token');
    yield put(notified({ kind: 'bad', text: textOf('sessions', 'elsewhere') }));
    yield delay(ELSEWHERE_MS);
    const now = remembered('token');
    // There is a new token meanwhile: the other sign-in was in another tab of this browser.
    if (now !== null && now !== token) return void (yield put(entering()));
    forgetEverything();
    yield put(ended('elsewhere'));
  }
}

/** Deletes what was kept for the screens once no user is signed in. */
function* forgetAll(): SagaIterator {
  if (keeper() === null) yield call(forgetOffline);
}

function* tellServer(token: string): SagaIterator {
  try {
    yield call(() => api.signOut(token));
  } catch (error) {
    console.warn('The server was not told of the sign-out:', failureOf(error).code);
  }
}

/** After missed frames, fetches the signed-in user again, whose queues, profile and settings determine what is shown. */
function* watchMe(): SagaIterator {
  yield takeLatest(liveRefetch, function* (): SagaIterator {
    const from = frames.position();
    try {
      const { data }: Answer<Me> = yield call(() => api.call(sessionRoutes.me));
      // The command side answers, which may learn of a change after its push: frames received meanwhile take precedence.
      const me = (frames.since(from) ?? []).reduce(foldMe, data);
      keepOf(me);
      yield put(userChanged(me));
    } catch (error) {
      console.warn('The user could not be fetched:', failureOf(error).code); // the next refresh of the token brings them
    }
  });
  yield take(() => false);
}

/** If another tab signs out, this one does too; if it signs in as another user, this one reloads. */
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
    // Only the other tab knows whether that was by choice: unsent texts here are kept for the same person, as after any end that was not
    // requested here.
    if (token === null && status !== 'out') yield put(ended('expired'));
    else if (token !== null && status === 'out') yield put(entering());
    else if (token !== null && user !== null) yield fork(checkUser, user.id);
  }
}

/** The user's id is written right after the token: after a short delay it distinguishes a refresh from another user's sign-in. */
function* checkUser(userId: string): SagaIterator {
  yield delay(200);
  const now = remembered('userId');
  if (now !== null && now !== userId) yield call([location, 'reload']);
}

import type { PushFrame } from '@prosa/contracts';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { SagaIterator } from 'redux-saga';
import { call, delay, put, select, take, takeEvery } from 'redux-saga/effects';
import { liveFrame, liveJoin } from '../kernel/live.slice.ts';
import type { Feature, Notice } from '../shell/feature.ts';
import { navigateTo, shownPath } from '../shell/navigation.ts';
import { listNotices } from './notices.ts';

const listeners = new Set<() => void>();
const permission = (): NotificationPermission => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

/** Whether the browser may show notices; changes when the person answers. */
export const useNoticePermission = (): NotificationPermission =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, permission);

/** Asks for leave to show notices: only from a click. */
export const askForNotices = async (): Promise<void> => {
  if (typeof Notification !== 'undefined') await Notification.requestPermission();
  for (const changed of listeners) changed();
};

type Message = { ticketId?: string; fromMe?: boolean; body?: string | null };

/** Whether somebody is at this window. */
const isHere = (): boolean => !document.hidden && document.hasFocus();

/**
 * One notice a ticket, of those that wait or are one's own, unless its conversation is looked at; a click opens the ticket (the service
 * worker does that).
 */
function* tell(features: Feature[], { payload }: { payload: PushFrame }): SagaIterator {
  const { ticketId, fromMe, body } = payload.record as Message;
  if (payload.channel !== 'appMessage' || payload.action !== 'create' || fromMe !== false || !ticketId) return;
  if (permission() !== 'granted') return;
  yield delay(300); // the ticket's own push brings the name
  const notices: Notice[] = yield select((state) => listNotices(features, state));
  const known = notices.find(({ id }) => id === ticketId);
  const url = known?.to ?? `/tickets/${ticketId}`;
  // Unknown to the bell it may have been read by now.
  if (known?.isOthers || (isHere() && (!known || shownPath() === url))) return;
  const title = known ? i18next.t('newMessageFrom', { name: known.title }) : 'Prosa';
  const registration: ServiceWorkerRegistration | undefined = yield call(() => navigator.serviceWorker?.getRegistration());
  const options = { body: body ?? '', tag: ticketId, icon: '/icons/icon-192.png', badge: '/icons/badge-96.png', data: { url } };
  if (registration) yield call([registration, 'showNotification'], title, options);
}

/** Hears of customers' messages in all conversations, and shows them outside the page. */
export function* watchBrowserNotices(features: Feature[]): SagaIterator {
  yield put(liveJoin({ type: 'joinNotification' }));
  navigator.serviceWorker?.addEventListener('message', handleOpen);
  yield takeEvery(liveFrame, (frame) => tell(features, frame));
  try {
    yield take(() => false);
  } finally {
    yield call(closeNotices);
  }
}

/** What customers wrote does not stay on a device's screen when its user has signed out. */
const closeNotices = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
};

/** A click on a notice, told by the service worker. */
const handleOpen = ({ data }: MessageEvent<{ type?: string; url?: string }>) => {
  if (data?.type === 'open' && data.url?.startsWith('/')) navigateTo(data.url);
};

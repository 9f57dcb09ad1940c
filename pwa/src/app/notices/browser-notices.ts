import type { Me, MessageView, PushFrame } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, cancelled, delay, put, select, spawn, take, takeEvery } from 'redux-saga/effects';
import { lineOfMessage } from '../../desk/messages/kinds/summary.ts';
import { transferTo } from '../../desk/tickets/state/handed-over.ts';
import { type DeviceSession, ownDevice } from '../../kernel/device/device-cache.ts';
import { handIn } from '../../kernel/device/handed-in.ts';
import { isLookedAt } from '../../kernel/device/looked-at.ts';
import { remembered } from '../../kernel/device/storage.ts';
import { onLanguage, textOf } from '../../kernel/i18n/dictionary.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { liveFrame, liveJoin } from '../../kernel/live/live.slice.ts';
import { isPushed, isSwitchedOff, leaveDevice, resumePush } from '../../people/notices/push-device.ts';
import { chime, soundsOn } from '../../people/notices/sounds.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Feature, Notice } from '../../shell/feature.ts';
import { navigateTo, shownPath } from '../../shell/navigation.ts';
import { listNotices } from './notices.ts';

const permission = (): NotificationPermission => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

type Message = Partial<MessageView>;

/** What a notification says of a ticket: its title, by the name of its contact if that is known. */
type News = { ticketId: string; title: (name: string | undefined) => string; words: string };

/** Tells of customers' messages, and of tickets that a colleague transferred to the user. */
function* tell(features: Feature[], { payload }: { payload: PushFrame }): SagaIterator {
  const me: Me | null = yield select(selectMe);
  const line = transferTo(me?.id, payload);
  if (line) {
    const by = line.by?.name ?? '';
    const title = (name = '') => (name ? textOf('app', 'transferredToYou', { by, name }) : 'Prosa');
    yield call(show, features, { ticketId: line.ticketId, title, words: '' });
  }
  const { ticketId, fromMe, body = '', place, contacts, call: missed } = payload.record as Message;
  if (payload.channel !== 'appMessage' || payload.action !== 'create' || fromMe !== false || !ticketId) return;
  const title = (name?: string) => (name === undefined ? 'Prosa' : textOf('app', 'newMessageFrom', { name }));
  const words = body === null ? '' : lineOfMessage({ body, place, contacts, call: missed });
  yield call(show, features, { ticketId, title, words });
}

/**
 * Sounds, and shows one notification per ticket, for pending and own tickets, unless its conversation is on the screen; a click opens the
 * ticket (handled by the service worker).
 */
function* show(features: Feature[], { ticketId, title, words }: News): SagaIterator {
  const isNotified = permission() === 'granted' && !isSwitchedOff();
  if (!soundsOn() && (!isNotified || isPushed())) return;
  yield delay(300); // the ticket's own push brings the name
  const notices: Notice[] = yield select((state) => listNotices(features, state));
  const known = notices.find(({ id }) => id === ticketId);
  const url = known?.to ?? `/tickets/${ticketId}`;
  // A ticket unknown to the bell may have been read by now.
  if (known?.isOthers || (isLookedAt() && (!known || shownPath() === url))) return;
  // Notifications over a hidden page sound by themselves.
  const sounds = soundsOn() && !(document.hidden && isNotified);
  if (sounds) yield spawn(chime);
  if (!isNotified || isPushed()) return;
  const registration: ServiceWorkerRegistration | undefined = yield call(() => navigator.serviceWorker?.getRegistration());
  const options = {
    body: words,
    tag: ticketId,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    silent: sounds,
    data: { url },
  };
  if (registration) yield call([registration, 'showNotification'], title(known?.title), options);
}

/**
 * Joins the customers' messages of all conversations, and shows them as browser notifications, unless they are pushed to this device: then
 * the service worker shows them.
 */
export function* watchBrowserNotices(features: Feature[]): SagaIterator {
  yield put(liveJoin({ type: 'joinNotification' }));
  const me: Me | null = yield select(selectMe);
  const resume = () => (me ? resumeDevice(me.id) : undefined);
  yield spawn(function* (): SagaIterator {
    yield call(resume);
  });
  const endLanguage = onLanguage(resume);
  navigator.serviceWorker?.addEventListener('message', handleOpen);
  yield takeEvery(liveFrame, (frame) => tell(features, frame));
  try {
    yield take(() => false);
  } finally {
    endLanguage();
    navigator.serviceWorker?.removeEventListener('message', handleOpen);
    // Not after a failure, when it is restarted: the device still belongs to the user.
    if (yield cancelled()) yield call(closeNotices);
  }
}

/** Customers' messages must not stay on the device's screen after the sign-out. */
export const closeNotices = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  await leaveDevice();
};

/** Tells the service worker who the user is, and applies their stored choice. */
const resumeDevice = async (userId: string): Promise<void> => {
  const session: DeviceSession = { userId, signs: remembered('signs') !== '0', language: currentLanguage() };
  await ownDevice.write('session', session);
  await resumePush(userId);
};

/** The service worker reports a click on a notification, or asks whether its ticket is on the screen. */
const handleOpen = ({ data, ports }: MessageEvent<{ type?: string; url?: string; ticketId?: string }>) => {
  if (data?.type === 'open' && data.url?.startsWith('/')) {
    navigateTo(data.url);
    handIn();
  }
  if (data?.type === 'shows?') ports[0]?.postMessage(isLookedAt() && shownPath() === `/tickets/${data.ticketId}`);
};

import type { Me, MessageView, PushFrame, TicketView } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, cancelled, delay, put, select, spawn, take, takeEvery } from 'redux-saga/effects';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { mentionTo } from '../../desk/mentions/mention-to.ts';
import { lineOfMessage } from '../../desk/messages/kinds/summary.ts';
import { transferTo } from '../../desk/tickets/state/handed-over.ts';
import { type DeviceSession, ownDevice } from '../../kernel/device/device-cache.ts';
import { handIn } from '../../kernel/device/handed-in.ts';
import { isLookedAt } from '../../kernel/device/looked-at.ts';
import { remembered } from '../../kernel/device/storage.ts';
import { onLanguage, textOf } from '../../kernel/i18n/dictionary.ts';
import { currentLanguage, loadScreenTexts } from '../../kernel/i18n/i18n.ts';
import { liveFrame, liveJoin } from '../../kernel/live/live.slice.ts';
import { isPushed, leaveDevice, resumePush } from '../../people/notices/push-device.ts';
import { mayNotify, showNotice } from '../../people/notices/show-notice.ts';
import { chime, soundsOn } from '../../people/notices/sounds.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Feature, Notice } from '../../shell/feature.ts';
import { navigateTo, shownPath } from '../../shell/navigation.ts';
import { listNotices } from './notices.ts';

type Message = Partial<MessageView>;

/** The last push of each ticket, the newest last: the bell knows only some of them. */
type Pushed = Map<string, Partial<TicketView>>;
const PUSHED_MAX = 500;

const keep = (seen: Pushed, { channel, record }: PushFrame): void => {
  const { id, partial } = record as { id: string; partial?: boolean };
  if (channel !== 'ticket' || partial) return;
  seen.delete(id);
  seen.set(id, record as Partial<TicketView>);
  if (seen.size > PUSHED_MAX) seen.delete(seen.keys().next().value!);
};

/** What a notification says of a ticket: its title, by the name of its contact if that is known. */
type News = {
  ticketId: string;
  title: (name: string | undefined) => string;
  words: string;
  /** It is the user's, whoever serves the ticket. */
  isOwn?: true;
};

/** Tells whoever is no auditor of customers' messages, of tickets that a colleague transferred to the user, and of observations that name them. */
function* tell(features: Feature[], seen: Pushed, { payload }: { payload: PushFrame }): SagaIterator {
  const me: Me | null = yield select(selectMe);
  if (me?.profile === 'auditor') return;
  const line = transferTo(me?.id, payload);
  if (line) {
    const by = line.by?.name ?? '';
    const title = (name = '') => (name ? textOf('app', 'transferredToYou', { by, name }) : 'Prosa');
    yield call(show, features, seen, { ticketId: line.ticketId, title, words: '' });
  }
  const mention = mentionTo(me?.id, payload);
  if (mention) {
    yield call(loadScreenTexts, 'mentions');
    const by = mention.by ?? textOf('tickets', 'colleague');
    const title = (name = mention.contact ?? '') => textOf('mentions', 'mentionedIn', { by, name });
    yield call(show, features, seen, { ticketId: mention.ticketId, title, words: mention.words, isOwn: true });
  }
  const { ticketId, fromMe, body = '', place, contacts, call: missed } = payload.record as Message;
  if (payload.channel !== 'appMessage' || payload.action !== 'create' || fromMe !== false || !ticketId) return;
  const title = (name?: string) => (name === undefined ? 'Prosa' : textOf('app', 'newMessageFrom', { name }));
  const words = body === null ? '' : lineOfMessage({ body, place, contacts, call: missed });
  yield call(show, features, seen, { ticketId, title, words });
}

/**
 * Sounds, and shows one notification per ticket, for pending and own tickets, unless its conversation is on the screen; a click opens the
 * ticket (handled by the service worker).
 */
function* show(features: Feature[], seen: Pushed, { ticketId, title, words, isOwn = undefined }: News): SagaIterator {
  const isNotified = mayNotify();
  if (!soundsOn() && (!isNotified || isPushed())) return;
  yield delay(300); // the ticket's own push brings the name
  const notices: Notice[] = yield select((state) => listNotices(features, state));
  const known = notices.find(({ id }) => id === ticketId);
  const pushed = seen.get(ticketId);
  const me: Me | null = yield select(selectMe);
  // Somebody else handles it.
  if (!isOwn && pushed?.userId && pushed.userId !== me?.id) return;
  const url = known?.to ?? `/tickets/${ticketId}`;
  // A ticket unknown to the bell may have been read by now.
  if (isLookedAt() && (!known || shownPath() === url)) return;
  // Notifications over a hidden page sound by themselves.
  const sounds = soundsOn() && !(document.hidden && isNotified);
  if (sounds) yield spawn(chime);
  if (!isNotified || isPushed()) return;
  const name = known?.title ?? (pushed?.contact ? titleOf(pushed as TicketView) : undefined);
  yield call(showNotice, title(name), { body: words, tag: ticketId, url, silent: sounds });
}

/**
 * Joins the customers' messages of all conversations, and shows them as browser notifications, unless they are pushed to this device: then
 * the service worker shows them.
 */
export function* watchBrowserNotices(features: Feature[]): SagaIterator {
  yield put(liveJoin({ type: 'joinNotification' }));
  const me: Me | null = yield select(selectMe);
  const resume = () => (me && me.profile !== 'auditor' ? resumeDevice(me.id) : undefined);
  yield spawn(function* (): SagaIterator {
    yield call(resume);
  });
  const endLanguage = onLanguage(resume);
  navigator.serviceWorker?.addEventListener('message', handleOpen);
  const seen: Pushed = new Map();
  yield takeEvery(liveFrame, function* (frame): SagaIterator {
    keep(seen, frame.payload);
    yield call(tell, features, seen, frame);
  });
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

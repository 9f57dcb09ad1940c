import type { PushNotice } from '@prosa/contracts';
import { type DeviceSession, type DeviceUnread, ownDevice } from '../../kernel/device/device-cache.ts';
import { type NoticeData, shownOf } from './notice-words.ts';
import { subscribeAgain } from './worker-session.ts';

/** A page that does not answer within this time counts as not showing the ticket. */
const ASK_MS = 1_000;

/** Shows the pushes sent to this device, as one notification per ticket. */
export const showPushes = (self: ServiceWorkerGlobalScope): void => {
  self.addEventListener('push', (event) => {
    event.waitUntil(show(self, event.data));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(subscribeAgain(self));
  });
};

const show = async (self: ServiceWorkerGlobalScope, data: PushMessageData | null): Promise<void> => {
  const notice = noticeOf(data);
  // Without a notification the browser would show a text of its own.
  if (!notice) return self.registration.showNotification('Prosa', { tag: 'prosa', data: { url: '/tickets' } });
  const session = await ownDevice.read<DeviceSession>('session');
  if (session?.userId !== notice.userId) {
    // Nobody is signed in on this device, or another user.
    await (await self.registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  if (await isOnScreen(self, notice.ticketId)) return;
  const [before] = await self.registration.getNotifications({ tag: notice.ticketId });
  const known = before?.data as NoticeData | undefined;
  // A notification with an answer that was not sent must not be replaced.
  if (known?.answer !== undefined) return;
  await self.registration.showNotification(...shownOf(notice, known !== undefined && known.seq >= notice.seq));
  await count(notice.ticketId);
};

const noticeOf = (data: PushMessageData | null): PushNotice | null => {
  try {
    const notice = data?.json() as PushNotice | undefined;
    return typeof notice?.ticketId === 'string' ? notice : null;
  } catch {
    return null;
  }
};

/** Adds a ticket to the badge on the icon; the page counts again when it is opened. */
const count = async (ticketId: string): Promise<void> => {
  const unread = (await ownDevice.read<DeviceUnread>('unread')) ?? [];
  const now = unread.includes(ticketId) ? unread : [...unread, ticketId];
  await ownDevice.write('unread', now);
  await navigator.setAppBadge?.(now.length).catch(() => undefined);
};

/** Asks the visible pages whether one of them shows the ticket: only the page knows what it shows and whether it has the focus. */
const isOnScreen = async (self: ServiceWorkerGlobalScope, ticketId: string): Promise<boolean> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = windows.filter(({ visibilityState }) => visibilityState === 'visible').map((window) => asked(window, ticketId));
  return (await Promise.all(answers)).includes(true);
};

const asked = (window: WindowClient, ticketId: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    window.postMessage({ type: 'shows?', ticketId }, [port2]);
    setTimeout(resolve, ASK_MS, false);
  });

import { answer } from './answers.ts';
import type { NoticeData } from './notice-words.ts';

type Clicked = NotificationEvent & {
  /** The typed text, if the system allows typing into a notification. */
  reply?: string | null;
};

/**
 * Handles a click on a notification: opens its ticket in an open window, otherwise in a new one. Typed text is sent as the answer; where
 * nothing can be typed, the button opens the ticket too.
 */
export const openFromNotices = (self: ServiceWorkerGlobalScope): void => {
  self.addEventListener('notificationclick', (event) => {
    const { action, notification, reply } = event as Clicked;
    const data = notification.data as (Partial<NoticeData> & { url?: string }) | null;
    notification.close();
    const typed = action === 'again' ? data?.answer : action === 'reply' ? reply : undefined;
    event.waitUntil(typed && data?.ticketId ? answer(self, data as NoticeData, typed) : open(self, data?.url ?? '/tickets'));
  });
};

const open = async (self: ServiceWorkerGlobalScope, url: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const best =
    windows.find(({ focused }) => focused) ?? windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (!best) {
    await self.clients.openWindow(url);
    return;
  }
  await best.focus();
  best.postMessage({ type: 'open', url });
};

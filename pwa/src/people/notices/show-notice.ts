import { isSwitchedOff } from './push-device.ts';

/** Whether this device shows the browser's notifications. */
export const mayNotify = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'granted' && !isSwitchedOff();

/** `tag`: a later notification with the same one takes its place. A click opens `url` (handled by the service worker). */
type Shown = { body: string; tag: string; url: string; silent: boolean };

/** Shows a notification of the browser, where `mayNotify`. */
export const showNotice = async (title: string, { url, ...shown }: Shown): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification(title, {
    ...shown,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url },
  });
};

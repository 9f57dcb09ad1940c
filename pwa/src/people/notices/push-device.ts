import { noticeRoutes } from '@prosa/contracts';
import { useSyncExternalStore } from 'react';
import { call } from '../../kernel/calls/client.ts';
import { ownDevice } from '../../kernel/device/device-cache.ts';
import { remember, remembered } from '../../kernel/device/storage.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';

/**
 * Whether this device gets notifications while no page is open. `install`: only after Prosa was added to the home screen (iOS);
 * `unsupported`: not in this browser; `none`: not in this installation; `failing`: switched on, but the subscription failed; `asking`: a
 * change is in progress.
 */
export type PushState = 'unsupported' | 'install' | 'none' | 'denied' | 'off' | 'asking' | 'on' | 'failing';

const OFF = 'off';
const READY_MS = 15_000;
let state: PushState = 'off';
const listeners = new Set<() => void>();
const become = (next: PushState): void => {
  state = next;
  for (const changed of listeners) changed();
};

export const usePushState = (): PushState =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => state,
  );

/** Whether notifications are pushed, so that the page need not show its own. */
export const isPushed = (): boolean => state === 'on';
/** Whether the user has switched notifications off on this device: then the page shows none either. */
export const isSwitchedOff = (): boolean => remembered('pushes') === OFF;

const isIos = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The reason why this browser cannot show pushes; null if it supports everything that is needed. */
const lack = (): PushState | null => {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'denied' : null;
  return isIos() && !isInstalled() ? 'install' : 'unsupported';
};

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const isOf = (subscription: PushSubscription, key: string): boolean => {
  const used = subscription.options?.applicationServerKey;
  const wanted = bytesOf(key);
  return !used || (used.byteLength === wanted.length && new Uint8Array(used).every((byte, n) => byte === wanted[n]));
};

/** The service worker, which may still be installing; if it does not become ready, the device cannot be subscribed. */
const ready = (): Promise<ServiceWorkerRegistration> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('There is no service worker.')), READY_MS);
    }),
  ]);

/** Subscribes the browser unless it is subscribed, and registers the subscription at the service. */
const subscribe = async (): Promise<PushState> => {
  const { data } = await call(noticeRoutes.key);
  if (data.key === null) return 'none';
  const { pushManager } = await ready();
  let subscription = await pushManager.getSubscription();
  if (subscription && !isOf(subscription, data.key)) {
    await subscription.unsubscribe(); // the installation's key has changed
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(data.key) });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(noticeRoutes.subscribe, { body: { endpoint, keys: { p256dh, auth }, language: currentLanguage() } });
  return 'on';
};

const subscribed = async (): Promise<void> => {
  try {
    become(await subscribe());
  } catch (error) {
    console.warn('This device could not be subscribed to notices:', error);
    become('failing');
  }
};

/** Applies the choice stored on this device when a session begins or its language changes. */
export const resumePush = async (userId: string): Promise<void> => {
  const missing = lack();
  if (missing) return become(missing);
  if (remembered('pushes') !== userId || Notification.permission !== 'granted') return become('off');
  await subscribed();
};

/** Switches notifications on: call it only from a click, because it asks for permission. */
export const switchPushOn = async (userId: string): Promise<void> => {
  const missing = lack();
  if (missing) return become(missing);
  become('asking');
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return become(permission === 'denied' ? 'denied' : 'off');
  remember('pushes', userId);
  await subscribed();
};

export const switchPushOff = async (): Promise<void> => {
  remember('pushes', OFF);
  become('asking');
  await endSubscription();
  // The browser's subscription is deleted: if this call fails, the push service reports that later.
  await call(noticeRoutes.unsubscribe).catch(() => undefined);
  become('off');
};

const endSubscription = async (): Promise<void> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe().catch(() => false);
};

/** The session is over: deletes its data on this device. The service ends the subscription with the session. */
export const leaveDevice = async (): Promise<void> => {
  become('off');
  await Promise.all([endSubscription(), ownDevice.forget(), navigator.clearAppBadge?.().catch(() => undefined)]);
};

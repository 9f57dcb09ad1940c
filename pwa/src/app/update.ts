import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';

let waiting = false;
let workbox: Workbox | null = null;
const listeners = new Set<() => void>();

const HOUR_MS = 3_600_000;

/** Installs the service worker of a built Prosa and looks for a newer one each hour; a new one waits until it is asked for. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const mine = new Workbox('/service-worker.js');
  workbox = mine;
  mine.addEventListener('waiting', () => {
    waiting = true;
    for (const changed of listeners) changed();
  });
  mine.register().then(
    () => setInterval(() => mine.update().catch(() => undefined), HOUR_MS), // offline: the next hour will do
    (error: unknown) => console.warn('No service worker:', error),
  );
};

/** Whether a new version waits, and what puts it in place and reloads. */
export const useUpdate = () => {
  const isWaiting = useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => waiting,
  );
  const update = () => {
    workbox?.addEventListener('controlling', () => location.reload());
    workbox?.messageSkipWaiting();
  };
  return { isWaiting, update };
};

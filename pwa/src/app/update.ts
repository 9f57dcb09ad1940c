import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';

let waiting = false;
/** Another tab has put the new version in place: this one has only to load it. */
let replaced = false;
let workbox: Workbox | null = null;
const listeners = new Set<() => void>();

const HOUR_MS = 3_600_000;

/** Installs the service worker of a built Prosa and looks for a newer one each hour; a new one waits until it is asked for. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // After what the first screen needs.
  if (document.readyState === 'complete') void begin();
  else window.addEventListener('load', () => void begin(), { once: true });
};

const begin = async (): Promise<void> => {
  const { Workbox } = await import('workbox-window');
  const mine = new Workbox('/service-worker.js');
  workbox = mine;
  const offer = () => {
    waiting = true;
    for (const changed of listeners) changed();
  };
  mine.addEventListener('waiting', offer);
  mine.addEventListener('controlling', ({ isUpdate }) => {
    if (!isUpdate) return;
    replaced = true;
    offer();
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
    if (replaced) return location.reload();
    workbox?.addEventListener('controlling', () => location.reload());
    workbox?.messageSkipWaiting();
  };
  return { isWaiting, update };
};

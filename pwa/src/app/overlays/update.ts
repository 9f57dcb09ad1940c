import { useSyncExternalStore } from 'react';
import { remembered } from '../../kernel/device/storage.ts';
import { afterFirstScreen } from '../../kernel/loading/first-screen.ts';
import { type NewVersion, watchVersions } from './versions.ts';

let offered: NewVersion | null = null;
const listeners = new Set<() => void>();

/** So long at most it waits for the first screen. */
const AT_MOST_MS = 10_000;

/** Installs the service worker of a built Prosa and watches for new versions. */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // It fetches the whole app, so it starts after everything that the first screen needs has loaded.
  let isBegun = false;
  const beginOnce = () => {
    if (!isBegun) begin();
    isBegun = true;
  };
  if (remembered('token') !== null) {
    afterFirstScreen(beginOnce);
    setTimeout(beginOnce, AT_MOST_MS);
  } else if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
};

const begin = (): void =>
  watchVersions((version) => {
    offered = version;
    for (const changed of listeners) changed();
  });

export const useNewVersion = (): NewVersion | null =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => offered,
  );

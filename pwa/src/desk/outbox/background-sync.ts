/** The tag with which the browser wakes the service worker to send waiting messages. */
export const SYNC_TAG = 'prosa-outbox';

type Syncing = { sync?: { register: (tag: string) => Promise<void> } };

/**
 * Asks the browser to wake the service worker once there is a network, even if no tab is open. Without Background Sync the next tab sends.
 */
export const syncInBackground = async (): Promise<void> => {
  try {
    const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
    await (registration as (ServiceWorkerRegistration & Syncing) | undefined)?.sync?.register(SYNC_TAG);
  } catch (error) {
    console.warn('Nothing will be sent in the background:', error);
  }
};

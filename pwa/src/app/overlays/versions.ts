import { Workbox } from 'workbox-window';

const SCRIPT = '/service-worker.js';
const HOUR_MS = 3_600_000;
/** A server that does not answer within this time counts as unreachable. */
const ANSWER_MS = 4_000;

export type NewVersion = {
  /** It has replaced the old one, in this tab or by another one: the page only has to be reloaded. */
  isActive: boolean;
  /** Asks it to replace the old one. */
  activate: () => void;
  /** Loads it without waiting for the old one; returns false if that is not possible now. */
  replace: (signal: AbortSignal) => Promise<boolean>;
  reload: () => void;
};

/** Registers the service worker, and checks for a new version each hour; a new one waits until the user asks for it. */
export const watchVersions = (tell: (version: NewVersion) => void): void => {
  const workbox = new Workbox(SCRIPT);
  let isActive = false;
  const activate = () => workbox.messageSkipWaiting();
  const offer = () => tell({ isActive, activate, replace, reload });
  const offerReload = () => {
    isActive = true;
    offer();
  };
  workbox.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    // A page without a controlling worker came from the server, so it is as new as a version that waited before.
    if (!wasWaitingBeforeRegister || navigator.serviceWorker.controller) offer();
  });
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate) offerReload();
  });
  const begin = async (): Promise<void> => {
    const hadWorker = Boolean((await navigator.serviceWorker.getRegistration())?.active);
    // Nothing holds a new version up if no page has a controlling worker; the first one to be registered is no news.
    workbox.addEventListener('activated', ({ isExternal }) => {
      if ((hadWorker || isExternal) && !navigator.serviceWorker.controller) offerReload();
    });
    await workbox.register();
    setInterval(() => workbox.update().catch(() => undefined), HOUR_MS); // offline: the next check is enough
  };
  begin().catch((error: unknown) => console.warn('No service worker:', error));
};

const reload = () => location.reload();

/**
 * Loads the page from the server, without the old service worker if the new one still waits. Returns false, and does nothing, if
 * the server cannot be reached: without a worker and a server there would be no page at all.
 */
const replace = async (signal: AbortSignal): Promise<boolean> => {
  // No worker answers this request from its cache.
  const answer = await fetch(SCRIPT, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => null,
  );
  if (!answer?.ok || signal.aborted) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting)
    await registration.unregister().catch((error: unknown) => console.warn('The old version stays:', error));
  reload();
  return true;
};

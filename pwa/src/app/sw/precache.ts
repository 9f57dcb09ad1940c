import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Paths that only the server answers: never from a cache. */
const notScreens = [/^\/api(\/|$)/, /^\/live(\/|$)/, /^\/webhooks(\/|$)/, /^\/(healthz|readyz|metrics)$/];

/** Serves the built files, and the single page for every screen's address, so that Prosa opens without a network. */
export const precache = (files: (PrecacheEntry | string)[]): void => {
  precacheAndRoute(files);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }));
};

import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** What the server answers itself: never from a cache. */
const notScreens = [/^\/api(\/|$)/, /^\/live(\/|$)/, /^\/webhooks(\/|$)/, /^\/(healthz|readyz|metrics)$/];

/** The built files, and for every screen's address the one page, so that Prosa opens without a network too. */
export const precache = (files: (PrecacheEntry | string)[]): void => {
  precacheAndRoute(files);
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notScreens }));
};

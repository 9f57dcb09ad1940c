import type { sessionRoutes } from '@prosa/contracts';
import type { Reply } from './api.ts';
import { createApi } from './api.ts';

type Listeners = { onRefreshed?: (reply: Reply<typeof sessionRoutes.refresh>) => void; onSignedOut?: (code: string) => void };
const listeners: Listeners = {};

/** The single client of this tab. */
export const api = createApi({
  base: new URL('/api', globalThis.location?.origin ?? 'http://localhost').href,
  onRefreshed: (reply) => listeners.onRefreshed?.(reply),
  onSignedOut: (code) => listeners.onSignedOut?.(code),
});

/** `call(ticketRoutes.show, { params })` -> `{ data, position }`; throws ApiError. */
export const { call } = api;

/** Sets the store's reactions to changes of the session. */
export const listenToSession = (to: Listeners): void => {
  Object.assign(listeners, to);
};

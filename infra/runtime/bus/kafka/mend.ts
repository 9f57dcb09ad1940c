import { createRequire } from 'node:module';

/** What we use of the client's queue of requests to one broker; it is no part of its public face. */
export type RequestQueue = {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
};

const OVERLOADED_CHECK_MS = 10;

/**
 * kafkajs 2.2.4 arms a timer after every answer even when nothing is pending: with a negative delay, so each idle connection wakes
 * the process once a millisecond, for ever (its issue 1751). Mended: a timer only while requests wait.
 */
export const mendRequestQueue = (): void => {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
    prototype: RequestQueue;
  };
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.throttleCheckTimeoutId !== null || this.pending.length === 0) return;
    const throttledFor = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledFor > 0 ? throttledFor : OVERLOADED_CHECK_MS,
    );
  };
};

import { createRequire } from 'node:module';

/** The internal fields of the client's request queue (one per broker) that we use; they are not part of its public API. */
export type RequestQueue = {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
};

const OVERLOADED_CHECK_MS = 10;

/**
 * Fixes kafkajs 2.2.4 (its issue 1751): after every response it arms a timer with a negative delay even if nothing is pending, so each idle
 * connection wakes the process once per millisecond. With the fix a timer runs only while requests wait.
 */
export const patchRequestQueue = (): void => {
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

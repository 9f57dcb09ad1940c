import pLimit from 'p-limit';

/**
 * How many sockets of one process open at once. An opening costs much computing and a dozen statements: more at a time would not be open
 * sooner, but the leases of all could not be renewed in time.
 */
export const OPENINGS = 8;

/** The places of the sockets that are opening in this process. */
export const openingsOf = (most = OPENINGS) => {
  const places = pLimit(most);
  return {
    /** Waits for a place; resolves to what gives it back, however often that is called. Ends early when `signal` is aborted. */
    enter: (signal: AbortSignal): Promise<() => void> =>
      new Promise((resolve) => {
        const giveUp = (): void => resolve(() => undefined);
        const stay = (): Promise<void> =>
          new Promise((leave) => {
            signal.removeEventListener('abort', giveUp);
            resolve(leave);
            if (signal.aborted) leave();
          });
        signal.addEventListener('abort', giveUp, { once: true });
        void places(stay);
      }),
  };
};
export type Openings = ReturnType<typeof openingsOf>;

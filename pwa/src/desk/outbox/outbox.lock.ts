/** By ticket, within this context: keeps the order if the browser has no Web Locks, as on a page without TLS. */
const chains = new Map<string, Promise<unknown>>();

/**
 * Runs the work while no other tab, nor the service worker, sends anything of this ticket. The holder of the lock reads the queue again, so
 * that each message is sent by one of them, in order.
 */
export const withTicket = <Result>(
  ticketId: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result | undefined> => {
  const { locks } = globalThis.navigator ?? {};
  const unlessGivenUp = async () => (signal?.aborted ? undefined : work());
  if (locks)
    return locks.request(`prosa-outbox:${ticketId}`, signal ? { signal } : {}, unlessGivenUp).catch((error: unknown) => {
      if (signal?.aborted) return undefined;
      throw error;
    });
  const next = (chains.get(ticketId) ?? Promise.resolve()).then(unlessGivenUp);
  const settled = next.catch(() => undefined);
  chains.set(ticketId, settled);
  void settled.then(() => chains.get(ticketId) === settled && chains.delete(ticketId));
  return next;
};

/** Takes the ticket's lock; resolves to a function that releases it. */
export const holdTicket = (ticketId: string, signal: AbortSignal): Promise<() => void> =>
  new Promise((resolve, reject) => {
    withTicket(
      ticketId,
      () => {
        const { promise, resolve: release } = Promise.withResolvers<void>();
        signal.addEventListener('abort', () => release(), { once: true });
        resolve(release);
        return promise;
      },
      signal,
    ).catch(reject);
  });

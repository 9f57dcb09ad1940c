import { retried } from '@prosa/infra/runtime';

/** Makes reports one after another, each again until it is made or `over` is aborted. A report's promise never rejects. */
export const inOrder = (over: AbortSignal): ((report: () => Promise<void>) => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return (report) => {
    last = last
      .then(() => retried(report, { firstMs: 100, mostMs: 5_000, signal: over, again: () => !over.aborted }))
      .catch(() => undefined);
    return last;
  };
};

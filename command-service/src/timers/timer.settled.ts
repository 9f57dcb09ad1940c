import { boundedCache } from '@prosa/infra/runtime';
import type { StreamMemory } from '../kernel/reactor.ts';

const MAX_ENTRIES = 20_000;

/**
 * Remembers which entries of a timer its runner has deleted, so that the event by which something due was done need not delete its entry
 * once more.
 */
export type SettledEntries = StreamMemory & {
  /** An event sets the subject's time. */
  set: (subject: string, armedBy: string) => void;
  settled: (reminder: { subject: string; causationId: string }) => void;
  /** Whether the subject certainly has no entry. */
  isGone: (subject: string) => boolean;
};

export const settledEntries = (): SettledEntries => {
  const entries = boundedCache<string, { armedBy: string; isGone: boolean }>({ max: MAX_ENTRIES });
  return {
    heard: () => undefined,
    // Another process may have set entries meanwhile.
    clear: () => entries.clear(),
    set: (subject, armedBy) => void entries.set(subject, { armedBy, isGone: false }),
    settled: ({ subject, causationId }) => {
      const known = entries.get(subject);
      // Otherwise it was set again while what was due was being done.
      if (!known || known.armedBy === causationId) entries.set(subject, { armedBy: causationId, isGone: true });
    },
    isGone: (subject) => entries.get(subject)?.isGone === true,
  };
};

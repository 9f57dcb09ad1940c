import type { PauseReason } from '@prosa/contracts';

/** Of so many last messages a fifth may not be refused; fewer than ten say nothing. */
export const LAST = 50;
const FEWEST = 10;
const SHARE = 5;
/** How long a campaign pauses whose messages the channel refuses. */
export const REFUSED_MS = 60 * 60 * 1_000;

/** What tells of the recipient, or of the campaign's own end, and not of the channel's patience. */
const harmless: ReadonlySet<string> = new Set(['not-there', 'withdrawn', 'disconnected', 'window', 'template', 'media']);

/** Whether the channel's answers to the last messages of a run, the latest first, say that the campaign must pause. Null: they were sent. */
export const brakeOf = (failures: readonly (string | null)[]): Extract<PauseReason, 'refused' | 'restricted'> | null => {
  if (failures.includes('restricted')) return 'restricted';
  const last = failures.slice(0, LAST);
  const refused = last.filter((failure) => failure !== null && !harmless.has(failure)).length;
  return last.length >= FEWEST && refused * SHARE >= last.length ? 'refused' : null;
};

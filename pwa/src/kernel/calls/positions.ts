/** Positions in the event store, as decimal strings of any length (decision 34). */

/** Whether `position` is newer than `than`; anything is newer than null. */
export const isNewer = (position: string, than: string | null | undefined): boolean =>
  than === null ||
  than === undefined ||
  position.length - than.length > 0 ||
  (position.length === than.length && position > than);

/** The newer of two; null if both are. */
export const newest = (a: string | null, b: string | null): string | null => (a !== null && isNewer(a, b) ? a : b);

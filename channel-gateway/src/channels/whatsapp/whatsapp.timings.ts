/** Deadlines, shorter in tests. */
export type Timings = {
  /** For a connection that says nothing at all. */
  openMs: number;
  /** For what came while the device was away; then the server holds it back. */
  offlineMs: number;
  /** For each code to be scanned; undefined: 60 s, then 20 s each. */
  codeMs?: number;
  /** How long a message's processing may hold up the next one. */
  messageMs: number;
};
export const TIMINGS: Timings = { openMs: 25_000, offlineMs: 60_000, messageMs: 30_000 };

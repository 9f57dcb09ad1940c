/** Deadlines, shorter in tests. */
export type Timings = {
  /** For a connection that says nothing at all. */
  openMs: number;
  /** For the first code of a device that shall be linked; then it is told that there is no answer. */
  answerMs: number;
  /** For what came while the device was away; then the server holds it back. */
  offlineMs: number;
  /** How long a message's processing may hold up the next one. */
  messageMs: number;
  /** After another client has replaced it, before it goes back. */
  replacedMs: number;
  /** After the first failure in a row, the second and so on, before it tries again; the last for all further ones. */
  backOffMs: readonly [number, ...number[]];
  /** The same after the version was refused, before the current one is asked for again. */
  versionMs: readonly [number, ...number[]];
  /** The first pause that the server asks for; each further one is twice as long. */
  pauseMs: number;
  /** A pause that lasts longer is shown, and campaigns pause for it. */
  longPauseMs: number;
};
export const TIMINGS: Timings = {
  openMs: 25_000,
  answerMs: 20_000,
  offlineMs: 60_000,
  messageMs: 30_000,
  replacedMs: 60_000,
  backOffMs: [1_000, 2_000, 5_000, 15_000, 30_000, 60_000],
  versionMs: [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000],
  pauseMs: 6_000,
  longPauseMs: 10 * 60_000,
};

/** A session that has not come back after so long is shown as not answering. */
export const TIMEOUT_MS = 60_000;
/** How long a session waits until the server has been told that its device is unlinked. */
export const LOGOUT_MS = 5_000;
/** A stopped session looks again in case a ban has ended. */
export const LOOK_MS = 60_000;

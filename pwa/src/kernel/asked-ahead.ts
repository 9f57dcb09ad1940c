type Ahead = { path: string; token: string; answer: Promise<Response>; at: number };

/** So long after it was asked its answer is as good as a new one, in milliseconds. */
const FRESH_MS = 10_000;

/**
 * The answer to a call that `first.js` has sent before any code of the app had come: who is signed in, on which all else waits. It is given
 * out once, for the token with which it was asked; null of anything else.
 */
export const askedAhead = (path: string, token: string | null): Promise<Response> | null => {
  const page = globalThis as { prosaAhead?: Ahead | null };
  const ahead = page.prosaAhead;
  if (!ahead || ahead.path !== path) return null;
  page.prosaAhead = null;
  return ahead.token === token && performance.now() - ahead.at < FRESH_MS ? ahead.answer : null;
};

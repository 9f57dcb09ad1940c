import { remember, remembered } from '../device/storage.ts';

type Ahead = { token: string; at: number; answers: Map<string, Promise<Response>> };

/** So long after it was asked an answer is as good as a new one, in milliseconds. */
const FRESH_MS = 10_000;

/**
 * The answer to a call that `first.js` has sent before any code of the app had come: who is signed in, on which all else waits, and the
 * first list of tickets. It is given out once, for the token with which it was asked; null of anything else.
 */
export const prefetchedAnswer = (path: string, token: string | null): Promise<Response> | null => {
  const { prosaAhead: ahead } = globalThis as { prosaAhead?: Ahead };
  const answer = ahead?.answers.get(path);
  if (!ahead || !answer) return null;
  ahead.answers.delete(path);
  return ahead.token === token && performance.now() - ahead.at < FRESH_MS ? answer : null;
};

let isKnown = false;
/** Has the next page of this session ask for these tickets ahead, if they are the first that this page asks for. */
export const askTicketsAhead = (path: string): void => {
  if (isKnown) return;
  isKnown = true;
  if (remembered('firstTickets') !== path) remember('firstTickets', path);
};

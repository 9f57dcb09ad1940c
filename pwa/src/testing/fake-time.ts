import { jest } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { act } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';

/** Time goes on for it though a page's is held. */
const realTimeout = setTimeout;

/** From now on a page's timeouts run only when the test lets time pass; what React and the sagas do at once goes on. */
export const holdTime = () =>
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setInterval'] });

/** Lets held time pass at once. */
export const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));

/** How long something may take to come, and the interval of looking, in milliseconds. */
const AT_MOST_MS = 10_000;
const LOOK_MS = 5;

/** Waits, while the page's time is held, until `check` holds (or no longer throws), as for an answer. */
export const comes = async (check: () => unknown): Promise<void> => {
  const end = Date.now() + AT_MOST_MS;
  for (;;) {
    try {
      if ((await check()) !== false) return;
      if (Date.now() > end) throw new Error(`Never: ${check}`);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await act(() => new Promise<void>((resolve) => void realTimeout(resolve, LOOK_MS)));
  }
};

/** Lets held time pass until `check` holds, as for an answer that is asked for again after a pause. */
export const passUntil = (check: () => unknown): Promise<void> =>
  comes(async () => {
    await pass(STEP_MS);
    return check();
  });
const STEP_MS = 100;

/** Holds the time while `work` runs, with a user who needs none of it. Timeouts that began in it and did not run are gone. */
export const withFakeTime = async (work: (user: UserEvent) => Promise<unknown>): Promise<void> => {
  holdTime();
  try {
    await work(userEvent.setup({ delay: null }));
  } finally {
    jest.useRealTimers();
  }
};

/**
 * As `withFakeTime`, but what the page asks for meanwhile is answered when time runs again: timeouts that an answer starts, such as the delay
 * before a further call, would be gone if it came before that.
 */
export const beforeAnswers = async (work: (user: UserEvent) => Promise<unknown>): Promise<void> => {
  const running = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    await running.promise;
    return answer;
  };
  try {
    await withFakeTime(work);
  } finally {
    globalThis.fetch = fetch;
    running.resolve();
  }
};

/** Types into a field that searches when the typing pauses, and lets that pause pass. */
export const typeWords = (field: HTMLElement, words: string): Promise<void> =>
  withoutPause(limits.searchDebounceMs, (user) => user.type(field, words));

/** Starts at once what `work` starts after a pause of `ms`, such as the search for typed words. */
export const withoutPause = (ms: number, work: (user: UserEvent) => Promise<unknown>): Promise<void> =>
  beforeAnswers(async (user) => {
    await work(user);
    await pass(ms);
  });

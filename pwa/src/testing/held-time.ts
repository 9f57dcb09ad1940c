import { jest } from '@jest/globals';

/** From now on a page's timeouts run only when the test lets time pass; what React and the sagas do at once goes on. */
export const holdTime = () =>
  jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setInterval'] });

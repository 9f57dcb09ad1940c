import { Refused } from '@prosa/contracts';
import { Standstill, UndecodableEvent, UnknownEvent, Unprocessable } from '@prosa/infra/runtime';

/**
 * Carries out what a message of the bus asks. Throws Unprocessable if a repeat would be refused again, so that the message is set aside, and
 * Standstill if this version cannot read an event that it needs; other errors are passed on, and the message is tried again.
 */
export const orSetAside = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused && error.status < 500) throw new Unprocessable(error.code);
    if (error instanceof UnknownEvent || error instanceof UndecodableEvent) throw new Standstill(error.message);
    throw error;
  }
};

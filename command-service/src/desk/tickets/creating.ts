import { Refused } from '@prosa/contracts';

/**
 * Returns what `work` returns, which creates a ticket. Where it could not be written (ERR_BUSY), throws Refused ERR_CREATING_TICKET: nobody knows
 * whether it was, and a repeat with the same key creates it once.
 */
export const creating = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Refused && error.code === 'ERR_BUSY' ? new Refused('ERR_CREATING_TICKET') : error;
  }
};

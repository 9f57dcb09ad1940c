import { Counter, type Registry } from 'prom-client';
import { scheduler } from '../kernel/scheduler.ts';

export type CallSizes = { atOnce: number; searches: number; uploads: number; waitMs: number };

/**
 * The limits of one company's concurrent use of a process. `atOnce`: more than the 12 to 20 connections of a service to Postgres
 * can process, so that no company waits for its own limit while there is capacity. `searches`: a search may hold a connection for
 * seconds. `uploads`: counted separately, because they take minutes and hardly any resources. `waitMs`: as long as a reader waits
 * for its own write (decision 32); a call that still waits then is refused before a person gives up.
 */
export const callSizes: CallSizes = { atOnce: 32, searches: 4, uploads: 8, waitMs: 2_000 };

export type CallKind = 'search' | 'upload' | 'other';
export type CompanyCalls = {
  /** Runs a call's work at once, or when the company has room. Throws ERR_BUSY if there is no room in time. */
  run: <Result>(companyId: string, kind: CallKind, work: () => Promise<Result> | Result) => Promise<Result>;
};

/**
 * Keeps a company with very many calls from using all of a process. Waiting calls start in order; a search waits for room for
 * one first, and then for room for a call.
 */
export const companyCalls = (sizes: CallSizes = callSizes, registry?: Registry): CompanyCalls => {
  const { atOnce, searches, uploads, waitMs } = sizes;
  const placesOf = (each: number) => scheduler({ bounds: { person: { atOnce: Number.POSITIVE_INFINITY, each } } });
  const places = { other: placesOf(atOnce), search: placesOf(searches), upload: placesOf(uploads) };
  const waits =
    registry &&
    new Counter({
      name: 'http_company_calls_waited_total',
      help: 'Calls that found no room for their company: they were served later, or refused.',
      labelNames: ['outcome'],
      registers: [registry],
    });

  return {
    run: async (companyId, kind, work) => {
      let [begun, waited] = [false, false];
      const begin = () => {
        begun = true;
        if (waited) waits?.inc({ outcome: 'served' });
        return work();
      };
      const options = { waitMs };
      const answer =
        kind === 'search'
          ? places.search.run('person', companyId, () => places.other.run('person', companyId, begin, options), options)
          : places[kind].run('person', companyId, begin, options);
      waited = !begun;
      try {
        return await answer;
      } catch (error) {
        if (!begun) waits?.inc({ outcome: 'refused' });
        throw error;
      }
    },
  };
};

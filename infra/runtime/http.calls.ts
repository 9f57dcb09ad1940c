import { Refused } from '@prosa/contracts';
import { Counter, type Registry } from 'prom-client';

export type CallSizes = { atOnce: number; searches: number; uploads: number; waitMs: number };

/**
 * What one company may use of a process concurrently. `atOnce`: more than the 12 to 20 connections of a service to Postgres can process, so
 * that no company waits for its own limit while there is capacity. `searches`: a search may hold a connection for seconds. `uploads`:
 * counted separately, because they take minutes and hardly any resources. `waitMs`: as long as a reader waits for its own write (decision
 * 32); a call that still waits then is refused before a person gives up.
 */
export const callSizes: CallSizes = { atOnce: 32, searches: 4, uploads: 8, waitMs: 2_000 };

export type CallKind = 'search' | 'upload' | 'other';
export type CompanyCalls = {
  /** Runs a call's work at once, or when the company has room. Throws ERR_BUSY if there is no room in time. */
  run: <Result>(companyId: string, kind: CallKind, work: () => Promise<Result> | Result) => Promise<Result>;
};

type Waiter = { kind: CallKind; begin: () => void };
type Company = { running: number; searching: number; uploading: number; waiting: Set<Waiter> };

/**
 * Keeps a company with very many calls from using all of a process. Waiting calls start in order; searches start when there is
 * room for one.
 */
export const companyCalls = (sizes: CallSizes = callSizes, registry?: Registry): CompanyCalls => {
  const { atOnce, searches, uploads, waitMs } = sizes;
  const companies = new Map<string, Company>();
  const waits =
    registry &&
    new Counter({
      name: 'http_company_calls_waited_total',
      help: 'Calls that found no room for their company: they were served later, or refused.',
      labelNames: ['outcome'],
      registers: [registry],
    });

  const hasRoom = ({ running, searching, uploading }: Company, kind: CallKind): boolean =>
    kind === 'upload' ? uploading < uploads : running < atOnce && (kind !== 'search' || searching < searches);
  const take = (company: Company, kind: CallKind): void => {
    if (kind === 'upload') company.uploading += 1;
    else company.running += 1;
    if (kind === 'search') company.searching += 1;
  };

  const wait = (company: Company, kind: CallKind): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        kind,
        begin: () => {
          clearTimeout(timer);
          waits?.inc({ outcome: 'served' });
          resolve();
        },
      };
      const timer = setTimeout(() => {
        company.waiting.delete(waiter);
        waits?.inc({ outcome: 'refused' });
        reject(new Refused('ERR_BUSY'));
      }, waitMs);
      company.waiting.add(waiter);
    });

  const leave = (companyId: string, company: Company, kind: CallKind): void => {
    if (kind === 'upload') company.uploading -= 1;
    else company.running -= 1;
    if (kind === 'search') company.searching -= 1;
    for (const waiter of company.waiting) {
      if (company.running >= atOnce && company.uploading >= uploads) return;
      if (!hasRoom(company, waiter.kind)) continue;
      company.waiting.delete(waiter);
      take(company, waiter.kind);
      waiter.begin();
    }
    if (company.running === 0 && company.uploading === 0) companies.delete(companyId);
  };

  return {
    run: async (companyId, kind, work) => {
      const company = companies.get(companyId) ?? { running: 0, searching: 0, uploading: 0, waiting: new Set() };
      companies.set(companyId, company);
      if (hasRoom(company, kind)) take(company, kind);
      else await wait(company, kind);
      try {
        return await work();
      } finally {
        leave(companyId, company, kind);
      }
    },
  };
};

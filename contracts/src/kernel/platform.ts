import type { RouteDefinition } from './contract.ts';
import type { Holders } from './manifest.ts';

/**
 * The company that represents the platform itself (decision 18): it owns what is shared by all companies. It has no customers and is
 * nobody's customer.
 */
export const PLATFORM = '57da0f3c-5250-5af9-a202-43b47ace76cf';

/** The room of all users of all companies. Only PLATFORM's pushes go to it. */
export const EVERYONE = 'everyone';

/**
 * The readers of a table's rows (decision 31). `company`: only the company itself; `platform`: everybody reads PLATFORM's rows;
 * `super`: platform-level users read all rows, in calls whose permission they hold as such.
 */
export type Reach = 'company' | 'platform' | 'super';

/** Whether a user may belong to a company: all users of PLATFORM are platform-level. */
export const mayBelong = (companyId: string, who: { super: boolean }): boolean => companyId !== PLATFORM || who.super;

/** Why a call may not change the company that it names; null if it may. */
export const faultOfCompany = ({ call, company, missing, params }: RouteDefinition, holders: Holders): string | null => {
  if (company === undefined) return null;
  if (call.startsWith('GET ')) return `${call} reads: how far is said by its tables.`;
  if (holders.some((holder) => holder !== 'super') || !holders.includes('super'))
    return `${call} changes another company, so only platform-level users may hold its permission.`;
  if (typeof company === 'object' && (!params?.shape[company.param] || !missing))
    return `${call} must say by ${company.param} which company it changes, and what is refused where there is none.`;
  return null;
};

import type { RouteDefinition } from './contract.ts';
import type { Holders } from './manifest.ts';

/** The company that is the platform itself (ADR 270): what is for all companies is its own. It has no customers, and is nobody's customer. */
export const PLATFORM = '57da0f3c-5250-5af9-a202-43b47ace76cf';

/** The room in which all users of all companies are. Only PLATFORM's pushes are heard there. */
export const EVERYONE = 'everyone';

/**
 * Who reads the rows of a table (ADR 271): their own company alone; `platform`: of PLATFORM's rows everybody; `super`: of all rows
 * platform-level users, in calls whose permission they hold as such.
 */
export type Reach = 'company' | 'platform' | 'super';

/** Whether somebody may be a user of a company: those of PLATFORM are all platform-level. */
export const mayBelong = (companyId: string, who: { super: boolean }): boolean => companyId !== PLATFORM || who.super;

/** Why a call may not change the company that it names; null: it may. */
export const faultOfCompany = ({ call, company, missing, params }: RouteDefinition, holders: Holders): string | null => {
  if (company === undefined) return null;
  if (call.startsWith('GET ')) return `${call} reads: how far is said by its tables.`;
  if (holders.some((holder) => holder !== 'super') || !holders.includes('super'))
    return `${call} changes another company, so only platform-level users may hold its permission.`;
  if (company !== 'platform' && (!params?.shape[company.param] || !missing))
    return `${call} must say by ${company.param} which company it changes, and what is refused where there is none.`;
  return null;
};

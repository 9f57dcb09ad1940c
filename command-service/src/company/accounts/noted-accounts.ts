import { companyEvents, PLATFORM } from '@prosa/contracts';
import { defineReactor } from '../../kernel/reactor.ts';
import { nameKey, PUT_NAME } from '../companies/company-names.ts';
import { PUT_PLAN_USE } from '../plans/plan-uses.ts';

/** Notes the names and plans that companies got without a call, or before they were noted. */
export const noteAccounts = defineReactor({
  name: 'accounts',
  streams: ['company-'],
  events: [companyEvents.CompanyRegistered, companyEvents.CompanyChanged, companyEvents.CompanyRenewed],
  start: () => ({
    rows: () => {
      const noted: [string, [string, string, Date]][] = [];
      return {
        fold: ({ data, meta: { companyId, at } }) => {
          if (companyId === PLATFORM) return;
          if ('name' in data && data.name !== undefined) noted.push([PUT_NAME, [nameKey(data.name), companyId, at]]);
          if (data.planId) noted.push([PUT_PLAN_USE, [data.planId, companyId, at]]);
        },
        isEmpty: () => noted.length === 0,
        write: async (client) => {
          for (const [statement, values] of noted) await client.query(statement, values);
        },
      };
    },
  }),
});

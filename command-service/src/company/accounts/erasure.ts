import { companyEvents, derivedId } from '@prosa/contracts';
import { connections } from '../../channels/connections/connections.decider.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { defineTimer } from '../../timers/timer.ts';
import { company } from '../companies/companies.decider.ts';

const actor = { kind: 'system', id: 'erasure' } as const;

/** Carries the deletion of a company out when the time to take it back is over. */
export const eraseCompanies = defineTimer({
  name: 'company-erasures',
  streams: ['company-'],
  events: [companyEvents.CompanyDeleted, companyEvents.CompanyRestored],
  due:
    () =>
    ({ data }) => ({ subject: data.companyId, at: 'erasesAt' in data ? new Date(data.erasesAt) : null }),
  start:
    ({ handle }) =>
    async ({ companyId, commandId, causationId, dueAt }) => {
      await handle({
        companyId,
        commandId,
        causationId,
        actor,
        decider: company,
        stream: `company-${companyId}`,
        command: { do: 'erase company', companyId, erasesAt: dueAt.toISOString() },
        missing: 'ERR_NO_COMPANY_FOUND',
      });
    },
});

/** Of an erased company ends the connections, then destroys what opens its data and lets people in. */
export const erasures = defineReactor({
  name: 'company-erasure',
  streams: ['company-'],
  events: [companyEvents.CompanyErased],
  start: ({ handle, keys, pool }) => ({
    command: async ({ data: { companyId }, meta: { eventId } }) => {
      await handle({
        companyId,
        commandId: derivedId(eventId, 'end connections'),
        causationId: eventId,
        actor,
        decider: connections,
        stream: `connections-${companyId}`,
        command: { do: 'delete all' },
        missing: 'ERR_NO_WAPP_FOUND',
      });
      await keys.destroyCompany(companyId);
      await pool.query('delete from command.secret where company_id = $1', [companyId]);
      await pool.query(
        'delete from command.session where user_id in (select user_id from command.credential where company_id = $1)',
        [companyId],
      );
      await pool.query('delete from command.credential where company_id = $1', [companyId]);
    },
  }),
});

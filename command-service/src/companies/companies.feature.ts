import { Refused, routes } from '@prosa/contracts';
import { commandRoute } from '../kernel/command-route.ts';
import type { Feature } from '../kernel/feature.ts';
import { company, keptCompany } from './companies.decider.ts';
import { signUpRoute } from './sign-up.ts';

const missing = 'ERR_NO_COMPANY_FOUND';

/** Companies: their sign-up, their changes by platform-level users, and the settings of the caller's company, for its administrators. */
export const companies: Feature = {
  name: 'companies',
  keeps: keptCompany,
  routes: (app, deps) => {
    signUpRoute(app, deps);
    commandRoute(app, deps, routes.companies.change, async ({ body, identity }) => {
      const { companyId } = identity;
      if (body.planId && !(await deps.referenceData.plan(body.planId))) throw new Refused('ERR_NO_PLAN_FOUND');
      const { state, position } = await deps.handle({
        ...identity,
        decider: company,
        stream: `company-${companyId}`,
        command: { do: 'change company', companyId, changes: body },
        missing,
      });
      if (!state.company) throw new Refused(missing);
      return { position, reply: { ...state.company, trialExpiration: state.company.dueDate } };
    });

    commandRoute(app, deps, routes.companies.changeHours, async ({ params, body, identity }) => {
      const { companyId } = identity;
      if (params.id !== companyId) throw new Refused(missing);
      const { timeZone, ...hours } = body;
      const done = await deps.handle({
        ...identity,
        decider: company,
        stream: `company-${companyId}`,
        missing,
        command: { do: 'change hours', companyId, hours, timeZone },
      });
      const { company: its, hours: set } = done.state;
      if (!its) throw new Refused(missing);
      return { position: done.position, reply: { id: companyId, ...set, timeZone: its.timeZone } };
    });

    commandRoute(app, deps, routes.companies.changeSetting, async ({ params, body, identity }) => {
      if (body.key !== undefined && body.key !== params.key)
        throw new Refused('ERR_VALIDATION', { fields: { key: 'Invalid value' } });
      const { companyId } = identity;
      const { key } = params;
      const { position } = await deps.handle({
        ...identity,
        decider: company,
        stream: `company-${companyId}`,
        command: { do: 'set setting', companyId, key, value: body.value },
        missing,
      });
      return { position, reply: { key, value: body.value } };
    });
  },
};

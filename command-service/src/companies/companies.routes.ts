import { Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { Feature } from '../kernel/deps.ts';
import { company } from './companies.decider.ts';

/** Companies, by platform-level users, and the own company's settings, by its administrators. */
export const companiesRoutes: Feature = (app, deps) => {
  const missing = 'ERR_NO_COMPANY_FOUND';

  implement(app, routes.companies.change, async ({ params, body, principal, request, reply }) => {
    const companyId = params.id;
    const { state, position } = await deps.handle({
      ...deps.commandOf(principal, request),
      companyId,
      decider: company,
      stream: `company-${companyId}`,
      command: { do: 'change company', companyId, changes: body },
      missing,
    });
    if (!state.company) throw new Refused(missing);
    answerPosition(reply, position);
    return { ...state.company, trialExpiration: state.company.dueDate };
  });

  implement(app, routes.companies.changeSetting, async ({ params, body, principal, request, reply }) => {
    if (body.key !== undefined && body.key !== params.key)
      throw new Refused('ERR_VALIDATION', { fields: { key: 'Invalid value' } });
    const { companyId } = principal;
    const { key } = params;
    const { position } = await deps.handle({
      ...deps.commandOf(principal, request),
      decider: company,
      stream: `company-${companyId}`,
      command: { do: 'set setting', companyId, key, value: body.value },
      missing,
    });
    answerPosition(reply, position);
    return { key, value: body.value };
  });
};

import { IntegrationKey, isShownKey, Refused, routes, type SettingKey, shownKey } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { Feature } from '../../kernel/feature.ts';
import { company, keptCompany } from './companies.decider.ts';
import { companyMigrations } from './companies.migrations.ts';
import { integrationKeys } from './integration-keys.ts';
import { signUpRoute } from './sign-up.ts';
import { unfinishedSignUps } from './unfinished-sign-ups.ts';

const missing = 'ERR_NO_COMPANY_FOUND';

/** Companies: their sign-up, and the hours and settings of the caller's company, for its administrators. */
export const companies: Feature = {
  name: 'companies',
  keeps: keptCompany,
  migrations: companyMigrations,
  reactors: [unfinishedSignUps],
  routes: (app, deps) => {
    signUpRoute(app, deps);
    const keep = integrationKeys(deps);
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

    commandRoute(app, deps, routes.companies.changeSetting, async ({ params, body, identity, principal }) => {
      if (body.key !== undefined && body.key !== params.key)
        throw new Refused('ERR_VALIDATION', { fields: { key: 'Invalid value' } });
      const { companyId } = identity;
      const { key } = params;
      if (key === 'campaignsEnabled' && !principal.super) throw new Refused('ERR_NO_PERMISSION');
      const on = { ...identity, decider: company, stream: `company-${companyId}`, missing } as const;
      const secret = IntegrationKey.safeParse(key).data;
      if (secret === undefined) {
        const { value } = body;
        const { position } = await deps.handle({
          ...on,
          command: { do: 'set setting', companyId, key: key as SettingKey, value },
        });
        return { position, reply: { key, value } };
      }
      const value = body.value.trim();
      if (isShownKey(value)) {
        const its = await deps.referenceData.company(companyId);
        return { position: null, reply: { key, value: its?.integrationKeys[secret] ?? '' } };
      }
      const shown = shownKey(value);
      const done = await deps.handle({ ...on, command: { do: 'set integration key', companyId, key: secret, shown } });
      await keep(companyId, secret, value, done.position);
      return { position: done.position, reply: { key, value: shown } };
    });
  },
};

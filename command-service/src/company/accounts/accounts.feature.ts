import { randomBytes } from 'node:crypto';
import { endOfDay, limits, monthOn, Refused, routes } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { languageOf } from '../../kernel/language.ts';
import { isMailOn } from '../../kernel/mail-settings.ts';
import { passwordProof } from '../../people/sessions/password-proof.ts';
import { assertHardToGuess } from '../../people/sessions/weak-passwords.ts';
import {
  type CompanyCommand,
  type CompanyState,
  company,
  type FurtherFields,
  withinCalendar,
} from '../companies/companies.decider.ts';
import { companyFields } from '../companies/company-fields.ts';
import { companyNames } from '../companies/company-names.ts';
import { createFoundCompany } from '../companies/found-company.ts';
import { planUses } from '../plans/plan-uses.ts';
import { accountOf } from './account-view.ts';
import { eraseCompanies, erasures } from './erasure.ts';
import { noteAccounts } from './noted-accounts.ts';

const missing = 'ERR_NO_COMPANY_FOUND';

/** A day is the last one, in the company's zone; a time is always written in the same way. */
const timeOf = <Given extends string | null | undefined>(given: Given, zone: string): Given =>
  (given && (/^\d{4}-\d\d-\d\d$/.test(given) ? endOfDay(given, zone) : new Date(given)).toISOString()) as Given;

const createRoute = (app: App, deps: Deps): void => {
  const found = createFoundCompany(deps);
  const withProof = passwordProof(deps.config.PROSA_KEYS);
  commandRoute(
    app,
    deps,
    routes.accounts.create,
    async ({ body, identity, request }) => {
      const { name, email, phone, planId, status, recurrence, tagForce, timeZone, password, campaignsEnabled, ...rest } = body;
      const { dueDate, trialExpiration, ...billing } = rest;
      if (password === undefined && !isMailOn(deps.config)) throw new Refused('ERR_MAIL_OFF');
      if (password !== undefined) assertHardToGuess(password, [email]);
      withinCalendar({ timeZone });
      const now = deps.clock();
      const due = timeOf(dueDate, timeZone) ?? monthOn(now, timeZone).toISOString();
      const own = { email, phone, planId, status, recurrence, tagForce, timeZone, dueDate: due };
      const further: FurtherFields = {
        ...billing,
        ...(trialExpiration !== undefined && { trialExpiration: timeOf(trialExpiration, timeZone) }),
      };
      const { position, state } = await found({
        identity,
        fields: companyFields(name, now, own),
        language: languageOf(request),
        further,
        settings: campaignsEnabled === false ? { campaignsEnabled: 'false' } : {},
        admin:
          password === undefined
            ? // Nobody knows it.
              {
                email,
                password: randomBytes(32).toString('base64url'),
                welcome: { by: 'invitation', language: languageOf(request) },
              }
            : { email, password, welcome: undefined },
      });
      return { position, reply: accountOf(state) };
    },
    ({ principal, request, body: { password, ...body } }) =>
      withProof(deps.commandOf(principal, request, body), request, password),
  );
};

const calls = (app: App, deps: Deps): void => {
  const names = companyNames(deps);
  const uses = planUses(deps);
  const carryOut = async (
    identity: CommandIdentity,
    command: CompanyCommand | ((state: CompanyState) => Promise<CompanyCommand>),
  ) => {
    const stream = `company-${identity.companyId}`;
    const { state, position } = await deps.handle({ ...identity, decider: company, stream, command, missing });
    return { position, reply: accountOf(state) };
  };

  commandRoute(app, deps, routes.accounts.change, async ({ body, identity }) => {
    const { companyId } = identity;
    const { campaignsEnabled, dueDate, trialExpiration, ...changes } = body;
    return carryOut(identity, async ({ company: before }) => {
      if (!before) throw new Refused(missing);
      const { planId, name, timeZone = before.timeZone } = body;
      if (planId && planId !== before.planId) {
        await uses.note(planId, companyId);
        if (!(await deps.referenceData.plan(planId))) throw new Refused('ERR_NO_PLAN_FOUND');
      }
      if (name !== undefined && name !== before.name) await names.claim(name, companyId);
      withinCalendar({ timeZone });
      const due = { dueDate: timeOf(dueDate, timeZone), trialExpiration: timeOf(trialExpiration, timeZone) };
      return {
        do: 'change company',
        companyId,
        changes: { ...changes, ...due },
        settings: campaignsEnabled === undefined ? {} : { campaignsEnabled: String(campaignsEnabled) },
      };
    });
  });

  commandRoute(app, deps, routes.accounts.renew, async ({ body, identity }) => {
    const { companyId } = identity;
    const now = deps.clock();
    return carryOut(identity, { do: 'renew company', companyId, now, invoiceId: null, from: body.dueDate });
  });

  commandRoute(app, deps, routes.accounts.delete, async ({ principal, identity }) => {
    const { companyId } = identity;
    if (companyId === principal.companyId) throw new Refused('ERR_OWN_COMPANY');
    const erasesAt = new Date(deps.clock().getTime() + limits.companyErasureMs).toISOString();
    return carryOut(identity, { do: 'delete company', companyId, erasesAt });
  });

  commandRoute(app, deps, routes.accounts.restore, async ({ identity }) =>
    carryOut(identity, { do: 'restore company', companyId: identity.companyId }),
  );
};

/** Companies as platform-level users keep them: created, changed, renewed, deleted and restored. */
export const accounts: Feature = {
  name: 'accounts',
  reactors: [noteAccounts, eraseCompanies, erasures],
  routes: (app, deps) => {
    createRoute(app, deps);
    calls(app, deps);
  },
};

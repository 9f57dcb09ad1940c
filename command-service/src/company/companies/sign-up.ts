import { derivedId, PLATFORM, Refused, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { languageOf } from '../../kernel/language.ts';
import { decideOnly } from '../../kernel/look-first.ts';
import { isMailOn } from '../../kernel/mail-settings.ts';
import { loginAttempts } from '../../people/sessions/attempts.ts';
import { passwordProof } from '../../people/sessions/password-proof.ts';
import { assertHardToGuess } from '../../people/sessions/weak-passwords.ts';
import { createUser } from '../../people/users/create-user.ts';
import { company } from './companies.decider.ts';
import { companyFields } from './company-fields.ts';
import { signingUp } from './unfinished-sign-ups.ts';

const DAY_MS = 86_400_000;
const NOBODY = { userId: 'sign-up', companyId: PLATFORM };

/**
 * Registers a company and its first administrator, for anybody. The e-mail is claimed first, then the company is registered, then
 * its user is created: a repeat with the same key continues where a crash stopped it, as does a timer, and nothing of a refused sign-up
 * remains.
 */
export const signUpRoute = (app: App, deps: Deps): void => {
  const create = createUser(deps);
  const attempts = loginAttempts({ pool: deps.pool, masterKey: deps.config.PROSA_KEYS });
  const withProof = passwordProof(deps.config.PROSA_KEYS);

  commandRoute(
    app,
    deps,
    routes.companies.signUp,
    async ({ body, identity, request }) => {
      const { name, email, password, planId, campaignsEnabled, companyId: referredBy } = body;
      const { commandId, companyId } = identity;
      await attempts.signUp(request.ip);
      assertHardToGuess(password, [email]);
      const now = deps.clock();
      const dueDate = new Date(now.getTime() + DAY_MS).toISOString();
      const fields = companyFields(name, now, { email, planId, dueDate });
      const registering = {
        ...identity,
        commandId: derivedId(commandId, 'register company'),
        decider: company,
        stream: `company-${companyId}`,
        // Checked here, because a repeat does not reach this function: the plan may be gone by then.
        command: async () => {
          if (!(await deps.referenceData.plan(planId))) throw new Refused('ERR_NO_PLAN_FOUND');
          const settings = campaignsEnabled ? {} : { campaignsEnabled: 'false' };
          return { do: 'register company', companyId, fields, referredBy, settings } as const;
        },
        missing: 'ERR_NO_COMPANY_FOUND',
      } as const;
      const register = () => deps.handle(registering);
      // Before the claim, which reveals whether the e-mail exists: what registers nothing does not tell it.
      await decideOnly(deps.handle, registering);
      let registered: Awaited<ReturnType<typeof register>> | undefined;
      const { position } = await create({
        ...identity,
        userId: derivedId(commandId, 'user'),
        fields: { name, email, profile: 'admin', queueIds: [] },
        password,
        super: false,
        welcome: isMailOn(deps.config) ? { by: 'email check', language: languageOf(request) } : undefined,
        prepare: async () => {
          registered = await register();
        },
      });
      const due = registered?.state.company?.dueDate ?? dueDate;
      return { position, reply: { id: companyId, name, planId, status: true, dueDate: due, recurrence: 'MENSAL' as const } };
    },
    ({ request, body: { password, ...body } }) => {
      const identity = deps.commandOf(NOBODY, request, body);
      const its = {
        ...identity,
        companyId: derivedId(identity.commandId, 'company'),
        actor: signingUp,
      };
      return withProof(its, request, password);
    },
  );
};

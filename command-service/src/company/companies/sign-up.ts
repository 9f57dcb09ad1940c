import { derivedId, PLATFORM, routes } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { languageOf } from '../../kernel/language.ts';
import { isMailOn } from '../../kernel/mail-settings.ts';
import { loginAttempts } from '../../people/sessions/attempts.ts';
import { passwordProof } from '../../people/sessions/password-proof.ts';
import { assertHardToGuess } from '../../people/sessions/weak-passwords.ts';
import { companyFields } from './company-fields.ts';
import { createFoundCompany } from './found-company.ts';
import { signingUp } from './unfinished-sign-ups.ts';

const DAY_MS = 86_400_000;
const NOBODY = { userId: 'sign-up', companyId: PLATFORM };

/**
 * Registers a company and its first administrator, for anybody.
 */
export const signUpRoute = (app: App, deps: Deps): void => {
  const found = createFoundCompany(deps);
  const attempts = loginAttempts({ pool: deps.pool, masterKey: deps.config.PROSA_KEYS });
  const withProof = passwordProof(deps.config.PROSA_KEYS);

  commandRoute(
    app,
    deps,
    routes.companies.signUp,
    async ({ body, identity, request }) => {
      const { name, userName, email, password, planId, campaignsEnabled, companyId: referredBy } = body;
      const { companyId } = identity;
      await attempts.signUp(request.ip);
      assertHardToGuess(password, [email]);
      const now = deps.clock();
      const dueDate = new Date(now.getTime() + DAY_MS).toISOString();
      const fields = companyFields(name, now, { email, planId, dueDate });
      const { position, state } = await found({
        identity,
        fields,
        language: languageOf(request),
        referredBy,
        settings: campaignsEnabled ? {} : { campaignsEnabled: 'false' },
        admin: {
          name: userName,
          email,
          password,
          welcome: isMailOn(deps.config) ? { by: 'email check', language: languageOf(request) } : undefined,
        },
      });
      const due = state.company?.dueDate ?? dueDate;
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

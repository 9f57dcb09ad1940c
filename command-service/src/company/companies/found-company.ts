import { type Actor, derivedId, type Language, Refused, type SettingKey } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { decideOnly } from '../../kernel/look-first.ts';
import { createUser } from '../../people/users/create-user.ts';
import type { Welcome } from '../../people/users/users.decider.ts';
import { planUses } from '../plans/plan-uses.ts';
import { type CompanyFields, type CompanyState, company, type FurtherFields } from './companies.decider.ts';
import { companyNames } from './company-names.ts';
import { createFirstQueue, firstQueueId } from './first-queue.ts';

export type Founding = {
  identity: { commandId: string; commandHash?: string; actor: Actor; companyId: string };
  fields: CompanyFields;
  settings?: Partial<Record<SettingKey, string>>;
  further?: FurtherFields;
  referredBy?: string | null | undefined;
  /** Who administers it first; without a name, by the company's. */
  admin: { name?: string | undefined; email: string; password: string; welcome: Welcome | undefined };
  /** Of the first queue's name. */
  language: Language;
};

/**
 * Registers a company, its first queue and its first administrator. The e-mail is claimed first, then the company is registered, then its
 * queue and its user are created: a repeat with the same command id continues where a crash stopped it, as does a timer, and nothing of a
 * refused one remains. Throws ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_DUPLICATED_EMAIL and ERR_NO_PLAN_FOUND.
 */
export const createFoundCompany = (deps: Deps) => {
  const create = createUser(deps);
  const names = companyNames(deps);
  const uses = planUses(deps);
  return async ({ identity, admin, language, ...founding }: Founding): Promise<{ position: bigint; state: CompanyState }> => {
    const { commandId, companyId } = identity;
    const { fields } = founding;
    const { name, planId } = fields;
    /** Plan and name are checked in the command, because a repeat does not reach it: the plan may be gone by then. */
    const registering = (check: (name: string, companyId: string) => Promise<void>) =>
      ({
        ...identity,
        commandId: derivedId(commandId, 'register company'),
        decider: company,
        stream: `company-${companyId}`,
        command: async () => {
          if (planId !== null) {
            await uses.note(planId, companyId);
            if (!(await deps.referenceData.plan(planId))) throw new Refused('ERR_NO_PLAN_FOUND');
          }
          await check(name, companyId);
          return { do: 'register company', companyId, ...founding } as const;
        },
        missing: 'ERR_NO_COMPANY_FOUND',
      }) as const;
    // Before the e-mail is claimed, which reveals whether it exists: what registers nothing does not tell it.
    await decideOnly(deps.handle, registering(names.assertFree));
    let state: CompanyState | undefined;
    const { position } = await create({
      ...identity,
      userId: derivedId(commandId, 'user'),
      fields: { name: admin.name ?? name, email: admin.email, profile: 'admin', queueIds: [firstQueueId(companyId)] },
      ownQueueId: firstQueueId(companyId),
      password: admin.password,
      super: false,
      welcome: admin.welcome,
      prepare: async () => {
        ({ state } = await deps.handle(registering(names.claim)));
        await createFirstQueue(deps, { companyId, actor: identity.actor, language });
      },
    });
    // A repeat whose e-mail is somebody else's by now did not come so far.
    return { position, state: state ?? (await deps.handle(registering(names.claim))).state };
  };
};

import { type Actor, type CompanyFact, companyEvents } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { isMailOn } from '../../kernel/mail-settings.ts';
import { credentials } from '../../people/sessions/credentials.ts';
import { userRules } from '../../people/users/user-rules.ts';
import { type UserFields, users, type Welcome } from '../../people/users/users.decider.ts';
import type { Remind } from '../../timers/timer.runner.ts';
import { defineTimer } from '../../timers/timer.ts';
import { createFirstQueue, firstQueueId } from './first-queue.ts';

/** The actor of everything that a sign-up does. */
export const signingUp = { kind: 'system', id: 'sign-up' } as const;
/** A call needs milliseconds. It is less than the time for which the claim of an e-mail is safe without a user. */
const GRACE_MS = 30_000;

/**
 * Completes a sign-up whose process ended between the company and its first user, and which nobody repeats; likewise a company that a
 * platform-level user creates. What the user needs is there: name and e-mail with the company, the password with the claim of the e-mail; only what they
 * called themselves is not, which no event of the company may hold.
 */
export const unfinishedSignUps = defineTimer({
  name: 'sign-ups',
  streams: ['company-'],
  events: [companyEvents.CompanyRegistered],
  due:
    () =>
    ({ data, meta: { actor, at } }: Extract<CompanyFact, { type: 'CompanyRegistered' }>) =>
      isSignUp(actor) || actor.companyId !== undefined
        ? { subject: data.companyId, at: new Date(at.getTime() + GRACE_MS) }
        : null,
  start: (deps) => createCompleteSignUp(deps),
});

const isSignUp = ({ kind, id }: Actor): boolean => kind === signingUp.kind && id === signingUp.id;

const createCompleteSignUp = (deps: Deps): Remind => {
  const { store, pool, config, handle } = deps;
  const known = credentials({ pool, masterKey: config.PROSA_KEYS });
  /** Whom somebody else registered chooses a password by mail. */
  const welcomeOf = (actor: Actor): Welcome | undefined =>
    isMailOn(config) ? { by: isSignUp(actor) ? 'email check' : 'invitation', language: 'pt' } : undefined;
  return async ({ companyId, commandId, causationId }) => {
    if ((await store.load(`users-${companyId}`, { max: 1 })).length > 0) return;
    const [registered] = (await store.load(`company-${companyId}`, { max: 1 })) as CompanyFact[];
    if (registered?.type !== 'CompanyRegistered' || registered.data.email === null) return;
    const { name, email } = registered.data;
    const userId = await known.renew(companyId, email);
    // Somebody else has the e-mail by now.
    if (userId === null) return;
    await createFirstQueue(deps, { companyId, actor: signingUp, language: 'pt' });
    const queueIds = [firstQueueId(companyId)];
    const fields: UserFields = { name, email, profile: 'admin', queueIds };
    await handle({
      companyId,
      commandId,
      causationId,
      actor: signingUp,
      decider: users,
      stream: `users-${companyId}`,
      missing: 'ERR_NO_USER_FOUND',
      command: async () => ({
        do: 'create user' as const,
        userId,
        fields,
        super: false,
        rules: { ...(await userRules(deps, companyId, {})), queueIds },
        welcome: welcomeOf(registered.meta.actor),
      }),
    });
  };
};

import fastifyCookie from '@fastify/cookie';
import { derivedId, Refused, routes } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { languageOf } from '../../kernel/language.ts';
import { decideOnly } from '../../kernel/look-first.ts';
import { isMailOn } from '../../kernel/mail-settings.ts';
import { discardReplaced } from '../../media/portraits.ts';
import { createStaging } from '../../media/staging.ts';
import { loginAttempts } from '../sessions/attempts.ts';
import { credentials } from '../sessions/credentials.ts';
import { currentCode } from '../sessions/current-code.ts';
import { currentPassword } from '../sessions/current-password.ts';
import { passwordProof } from '../sessions/password-proof.ts';
import { setRefreshCookie } from '../sessions/refresh-cookie.ts';
import { sessions } from '../sessions/sessions.ts';
import { assertHardToGuess } from '../sessions/weak-passwords.ts';
import { secondStep } from '../two-step/second-step.ts';
import { twoStep } from '../two-step/two-step.decider.ts';
import { availabilityCalls } from './availability.ts';
import { createUser } from './create-user.ts';
import { pictureCalls } from './pictures.ts';
import { userRules } from './user-rules.ts';
import {
  users as decider,
  keptUsers,
  mayChange,
  the,
  type UserRecord,
  type UserRules,
  type UsersCommand,
  type UsersState,
} from './users.decider.ts';

const calls = (app: App, deps: Deps): void => {
  const { pool, config, referenceData } = deps;
  const missing = 'ERR_NO_USER_FOUND' as const;
  const known = credentials({ pool, masterKey: config.PROSA_KEYS });
  const open = sessions(deps);
  const create = createUser(deps);
  const attempts = loginAttempts({ pool, masterKey: config.PROSA_KEYS });
  const assertCurrent = currentPassword(known, attempts);
  const second = secondStep(deps);
  const assertCode = currentCode(second, attempts);
  const staging = createStaging(deps);
  const withProof = passwordProof(config.PROSA_KEYS);

  type Making = (rules: UserRules, state: UsersState) => UsersCommand | Promise<UsersCommand>;
  const handling = (identity: CommandIdentity, make: Making, named: Parameters<typeof userRules>[2] = {}) => ({
    ...identity,
    decider,
    stream: `users-${identity.companyId}`,
    command: async (state: UsersState) => make(await userRules(deps, identity.companyId, named), state),
    missing,
  });
  const carryOut = (...asked: Parameters<typeof handling>) => deps.handle(handling(...asked));

  commandRoute(
    app,
    deps,
    routes.users.create,
    async ({ body: { password, ...fields }, identity }) => {
      assertHardToGuess(password, [fields.email]);
      const userId = derivedId(identity.commandId, 'user');
      const { user, position } = await create({ ...identity, userId, fields, password, super: false });
      return { position, reply: viewOf(user, identity.companyId) };
    },
    ({ principal, request, body: { password, ...fields } }) =>
      withProof(deps.commandOf(principal, request, fields), request, password),
  );

  commandRoute(
    app,
    deps,
    routes.users.change,
    async ({ params, body, principal, identity, request, reply }) => {
      const { password: typed, currentPassword, code, seenAt, ...changes } = body;
      const userId = params.id;
      const password = typed || undefined;
      const isOwn = userId === principal.userId;
      const { companyId } = identity;
      let proven: Promise<void> | undefined;
      const checkIn = isMailOn(config) ? languageOf(request) : undefined;
      const isAsked = isOwn && checkIn !== undefined;
      const prove = async (isNewEmail: boolean) => {
        await assertCurrent(principal.userId, currentPassword);
        if (!isOwn || !isNewEmail) return;
        await assertCode(userId, code);
        if (isAsked) await attempts.newEmail(userId);
      };
      const change: Making = async (rules, { users: known }) => {
        const isNewEmail = changes.email !== undefined && changes.email !== known[userId]?.email;
        // Checked here, because a repeat does not reach this function: the current password is a different one by then. Checked once,
        // however often the command is decided.
        if (password !== undefined || isNewEmail) {
          // Before the password: who may not change the user is not asked for it.
          mayChange(principal, the(known, userId));
          proven ??= prove(isNewEmail);
        }
        await proven;
        if (password !== undefined)
          assertHardToGuess(password, [changes.email, known[userId]?.email, known[userId]?.pendingEmail]);
        return { do: 'change user', userId, changes, seenAt, password: password !== undefined, by: principal, rules, checkIn };
      };
      // This comes first, because the result of an e-mail change reveals whether the e-mail exists in any company.
      await decideOnly(deps.handle, handling(identity, change, changes));
      // An unauthorised caller cannot set a password: `decide` refuses first, and nothing is stored.
      const to = { email: isAsked ? undefined : changes.email, password };
      const work = async (keep: () => void) => {
        const handled = await carryOut(identity, change, changes);
        // A repeat, and the e-mail was changed again since.
        if (to.email !== undefined && handled.state.users[userId]?.email !== to.email) keep();
        return handled;
      };
      const changing = known.change({ userId, companyId }, to, work, (client) =>
        open.passwordSet(client, userId, isOwn ? 'self' : 'other'),
      );
      const { state, position } = await changing.catch((error: unknown) => {
        if (!(error instanceof Refused) || error.code !== 'ERR_DUPLICATED_EMAIL') throw error;
        // The e-mail is another user's by now: a repeat answers as it did, only a new command is refused.
        return carryOut(identity, () => {
          throw error;
        });
      });
      const user = state.users[userId];
      if (!user) throw new Refused(missing);
      if (password !== undefined) {
        const refresh = isOwn ? await open.current(userId, principal.version) : null;
        if (refresh) setRefreshCookie(request, reply, refresh);
        if (!isOwn) await open.tellPasswordSet({ userId, companyId }, identity.actor);
      }
      return { position, reply: viewOf(user, companyId) };
    },
    ({ principal, request, body: { password, currentPassword: _, code: __, ...changes } }) =>
      withProof(deps.commandOf(principal, request, changes), request, password || undefined),
  );

  commandRoute(app, deps, routes.users.delete, async ({ params, principal, identity }) => {
    const userId = params.id;
    const { position, events } = await carryOut(identity, () => ({ do: 'delete user', userId, by: principal }));
    await discardReplaced(staging, events);
    // A repeated call does what a crash left undone.
    await known.remove(userId);
    await open.end({ userId, companyId: identity.companyId });
    return { position, reply: null };
  });

  commandRoute(
    app,
    deps,
    routes.twoStep.reset,
    async ({ params: { id: userId }, body, principal, identity }) => {
      const { companyId } = identity;
      const user = await referenceData.user(companyId, userId);
      if (!user) throw new Refused(missing);
      mayChange(principal, user);
      let proven: Promise<void> | undefined;
      // First the fact, so that a repeat is known, and turns nothing off that was turned on since.
      const { position, at, repeated } = await deps.handle({
        ...identity,
        decider: twoStep,
        stream: `two-step-${userId}`,
        // Checked here, because a repeat does not reach this function; and once, however often the command is decided.
        command: async () => {
          proven ??= assertCurrent(principal.userId, body.currentPassword);
          await proven;
          return { do: 'tell two-step' as const, userId, on: false };
        },
        missing,
      });
      await second.turnOff(userId, repeated ? at : undefined);
      return { position, reply: null };
    },
    ({ principal, request }) => deps.commandOf(principal, request, {}),
  );
};

/**
 * The users of the caller's company, with their credentials. In a plugin scope of their own, because a user who sets a new password gets a
 * new cookie.
 */
export const users: Feature = {
  name: 'users',
  keeps: keptUsers,
  routes: (app, deps) => {
    pictureCalls(app, deps);
    availabilityCalls(app, deps);
    app.register(async (scope) => {
      await scope.register(fastifyCookie);
      calls(scope as unknown as App, deps);
    });
  },
};

export const viewOf = ({ deleted: _, pictureId: __, ...user }: UserRecord, companyId: string) => ({ ...user, companyId });

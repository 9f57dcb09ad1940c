import { derivedId, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Feature } from '../kernel/deps.ts';
import { foresee } from '../kernel/foresee.ts';
import { queueIdsOf } from '../records/queue-ids.ts';
import { credentials } from '../sessions/credentials.ts';
import { sessions } from '../sessions/sessions.ts';
import { createUser } from './create-user.ts';
import { type UserRecord, type UsersCommand, users } from './users.decider.ts';

/** Users of the own company, with what they sign in by. */
export const usersRoutes: Feature = (app, deps) => {
  const { pool, desk, config } = deps;
  const missing = 'ERR_NO_USER_FOUND' as const;
  const known = credentials({ pool, masterKey: config.PROSA_KEYS });
  const open = sessions(deps);
  const create = createUser(deps);

  type Making = (rules: { queueIds: string[] }) => UsersCommand;
  const handling = (identity: CommandIdentity, make: Making, queueIds: readonly string[] = []) => ({
    ...identity,
    decider: users,
    stream: `users-${identity.companyId}`,
    command: async () => make({ queueIds: await queueIdsOf(desk, identity.companyId, queueIds) }),
    missing,
  });
  const carryOut = (...asked: Parameters<typeof handling>) => deps.handle(handling(...asked));

  implement(app, routes.users.create, async ({ body, principal, request, reply }) => {
    const { password, ...fields } = body;
    const identity = deps.commandOf(principal, request, fields);
    const userId = derivedId(identity.commandId, 'user');
    const { user, position } = await create({ ...identity, userId, fields, password, super: false });
    answerPosition(reply, position);
    return viewOf(user, identity.companyId);
  });

  implement(app, routes.users.change, async ({ params, body, principal, request, reply }) => {
    const { password: typed, ...changes } = body;
    const userId = params.id;
    const password = typed || undefined;
    // A password must not be hashed fast: that one was given is all that a repeat is told apart by.
    const identity = deps.commandOf(principal, request, { ...changes, password: password !== undefined });
    const { companyId } = identity;
    const change: Making = (rules) => ({ do: 'change user', userId, changes, by: principal, rules });
    // First of all: what comes of an e-mail tells whether it exists, in whatever company.
    await foresee(deps.handle, handling(identity, change, changes.queueIds));
    // Nobody's password is touched by who may not: `decide` refuses first, and then nothing is kept.
    const to = { email: changes.email, password };
    const changing = known.change({ userId, companyId }, to, async (keep) => {
      const handled = await carryOut(identity, change, changes.queueIds);
      // A repeat, and the e-mail was changed again since.
      if (to.email !== undefined && handled.state.users[userId]?.email !== to.email) keep();
      return handled;
    });
    const { state, position } = await changing.catch((error: unknown) => {
      if (!(error instanceof Refused) || error.code !== 'ERR_DUPLICATED_EMAIL') throw error;
      // Another's by now: a repeat answers as it did, only a new command is refused.
      return carryOut(identity, () => {
        throw error;
      });
    });
    const user = state.users[userId];
    if (!user) throw new Refused(missing);
    answerPosition(reply, position);
    if (password !== undefined && userId !== principal.userId) await open.end({ userId, companyId });
    return viewOf(user, companyId);
  });

  implement(app, routes.users.delete, async ({ params, principal, request, reply }) => {
    const userId = params.id;
    const identity = deps.commandOf(principal, request);
    const { position } = await carryOut(identity, () => ({ do: 'delete user', userId, by: principal }));
    // A repeated call does what a crash left undone.
    await known.remove(userId);
    await open.end({ userId, companyId: identity.companyId });
    answerPosition(reply, position);
    return null;
  });
};

const viewOf = ({ deleted: _, ...user }: UserRecord, companyId: string) => ({ ...user, companyId });

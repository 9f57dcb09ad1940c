import { type Actor, derivedId, Refused } from '@prosa/contracts';
import type { Deps } from '../kernel/deps.ts';
import { queueIdsOf } from '../records/queue-ids.ts';
import { credentials, type Owner } from '../sessions/credentials.ts';
import { type UserFields, type UserRecord, users } from './users.decider.ts';

export type NewUser = {
  userId: string;
  companyId: string;
  fields: UserFields;
  password: string;
  super: boolean;
  commandId: string;
  commandHash?: string;
  madeAt?: Date | undefined;
  actor: Actor;
};

/**
 * Creates a user: first the e-mail is claimed with the credential, then the event tells (decisions.md 26). After a crash between
 * the two the same command goes on; another one may take the e-mail over after 60 s.
 */
export const createUser = (deps: Pick<Deps, 'pool' | 'desk' | 'handle' | 'config'>) => {
  const { desk } = deps;
  const known = credentials({ pool: deps.pool, masterKey: deps.config.PROSA_KEYS });

  /** As the stream says now, not as another instance's news have it. */
  const isThere = async ({ userId, companyId }: Owner): Promise<boolean> => {
    desk.forget(`users-${companyId}`);
    return (await desk.user(companyId, userId)) !== null;
  };

  return async (command: NewUser): Promise<{ user: UserRecord; position: bigint }> => {
    const { userId, companyId, fields, password, super: isSuper, ...identity } = command;
    const handling = { companyId, decider: users, stream: `users-${companyId}`, missing: 'ERR_NO_USER_FOUND' } as const;
    const isNew = await known.claim({ userId, companyId, email: fields.email, password }, isThere);
    const created = await deps
      .handle({
        ...identity,
        ...handling,
        command: async () => ({
          do: 'create user' as const,
          userId,
          fields,
          super: isSuper,
          limit: null,
          rules: { queueIds: await queueIdsOf(desk, companyId) },
        }),
      })
      .catch(async (error: unknown) => {
        // Refused by the rules, so it is nobody's; after any other failure the event may yet be there.
        if (isNew && error instanceof Refused && error.status < 500) await known.remove(userId);
        throw error;
      });
    const { position, at, repeated } = created;
    const user = created.state.users[userId];
    if (!user || user.deleted) {
      // Created and deleted before, and the same call once more.
      if (isNew) await known.remove(userId);
      const time = at.toISOString();
      return { user: { ...fields, id: userId, super: isSuper, createdAt: time, updatedAt: time }, position };
    }
    if (!repeated && (await known.companyOf(userId)) === null) {
      // Held up for so long that another one took the e-mail over.
      const commandId = derivedId(command.commandId, 'undo');
      await deps.handle({ ...handling, commandId, actor: identity.actor, command: { do: 'delete user', userId, by: null } });
      throw new Refused('ERR_DUPLICATED_EMAIL');
    }
    return { user, position };
  };
};

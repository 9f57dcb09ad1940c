import { type Actor, derivedId, mayBelong, Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { decideOnly } from '../../kernel/look-first.ts';
import { credentials } from '../sessions/credentials.ts';
import { emailHolding } from './email-holding.ts';
import { userRules } from './user-rules.ts';
import { type UserFields, type UserRecord, users, type Welcome } from './users.decider.ts';

export type NewUser = {
  userId: string;
  companyId: string;
  fields: UserFields;
  password: string;
  welcome?: Welcome | undefined;
  super: boolean;
  commandId: string;
  commandHash?: string;
  actor: Actor;
  /** Runs once the e-mail is claimed, before the user is created, and again with each repeat. */
  prepare?: () => Promise<unknown>;
  /** The user's queue, if `prepare` makes it. */
  ownQueueId?: string;
};

/**
 * Creates a user: first the e-mail is claimed with the credential, then the event is appended (decision 16). After a crash between the two,
 * the same command continues; another command may take the e-mail over after 60 s. A repeat gives the same answer, whatever has happened to
 * user and e-mail since. Throws ERR_USER_CREATION_DISABLED if the user may not belong to that company.
 */
export const createUser = (deps: Pick<Deps, 'pool' | 'referenceData' | 'handle' | 'config' | 'store'>) => {
  const known = credentials({ pool: deps.pool, masterKey: deps.config.PROSA_KEYS });
  const holdingOf = emailHolding(deps);

  /** Claims the e-mail, or returns the refusal: only the stream shows whether that matters. */
  const claim = async ({ userId, companyId, password, welcome }: NewUser, email: string) => {
    // Only the link that is mailed to it proves an e-mail: nobody else takes it from a user who has not confirmed it.
    const mayWait = welcome?.by === 'invitation';
    try {
      return { isNew: await known.claim({ userId, companyId, email, password, mayWait }, holdingOf), refused: null };
    } catch (error) {
      if (error instanceof Refused) return { isNew: false, refused: error };
      throw error;
    }
  };

  return async (command: NewUser): Promise<{ user: UserRecord; position: bigint }> => {
    const { userId, companyId, fields, password: _, super: isSuper, welcome, prepare, ownQueueId, ...identity } = command;
    if (!mayBelong(companyId, command)) throw new Refused('ERR_USER_CREATION_DISABLED');
    const handling = { companyId, decider: users, stream: `users-${companyId}`, missing: 'ERR_NO_USER_FOUND' } as const;
    const making = async () => {
      const rules = await userRules(deps, companyId, fields);
      const own = ownQueueId === undefined ? [] : [ownQueueId];
      const all = { ...rules, queueIds: [...rules.queueIds, ...own] };
      return { do: 'create user' as const, userId, fields, super: isSuper, rules: all, welcome };
    };
    // This comes first, because the claim reveals whether the e-mail exists in any company: what creates nobody else does not tell it.
    await decideOnly(deps.handle, { ...identity, ...handling, command: making });
    const { isNew, refused } = await claim(command, fields.email);
    const create = async () => {
      if (!refused) await prepare?.();
      return deps.handle({
        ...identity,
        ...handling,
        command: async (state) => {
          // Checked here, because a repeat does not reach this function.
          if (refused && !state.users[userId]) throw refused;
          return making();
        },
      });
    };
    const created = await create().catch(async (error: unknown) => {
      // Refused by the rules, so the claim belongs to no user; after any other failure the event may have been appended.
      if (isNew && error instanceof Refused && error.status < 500) await known.remove(userId);
      throw error;
    });
    const { position, at } = created;
    // Claimed by an earlier, unfinished call, perhaps with another password: the password of the call that succeeded counts.
    if (!isNew) await known.settle(userId, command.password, created);
    const user = created.state.users[userId];

    /** Deletes a user whose e-mail another one took over meanwhile. Returns whether that was carried out, now or before. */
    const undo = (work: 'do' | 'look'): Promise<boolean> =>
      deps
        .handle({
          ...handling,
          actor: identity.actor,
          commandId: derivedId(command.commandId, 'undo'),
          command: () => {
            if (work === 'look') throw new Refused('ERR_NO_USER_FOUND');
            return { do: 'delete user' as const, userId, by: null };
          },
        })
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof Refused && error.code === 'ERR_NO_USER_FOUND') return false;
            throw error;
          },
        );

    if (!user || user.deleted) {
      if (isNew) await known.remove(userId);
      if (await undo('look')) throw emailTaken();
      // Created and deleted before, and now the same call again.
      const time = at.toISOString();
      const invitedAt = welcome?.by === 'invitation' ? time : null;
      const mailed = { invitedAt, pictureId: null, pendingEmail: null, emailVerified: welcome?.by !== 'email check' };
      return {
        user: { sectorId: null, ...fields, ...mailed, id: userId, super: isSuper, createdAt: time, updatedAt: time },
        position,
      };
    }
    if ((await known.companyOf(userId)) === null) {
      // Delayed or crashed for so long that another user took the e-mail over; otherwise it is claimed again.
      const again = await claim(command, user.email ?? fields.email);
      if (again.refused) {
        await undo('do');
        throw again.refused;
      }
    }
    return { user, position };
  };
};

const emailTaken = () => new Refused('ERR_DUPLICATED_EMAIL', { fields: { email: 'Já existe um usuário com este e-mail.' } });

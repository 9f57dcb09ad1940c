import { type Profile, Refused, type Unstored, type UserFact } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';
import { keeps } from '../kernel/reference-data.kept.ts';
import { differing, existingQueues, withChanges } from '../records/changes.ts';

type Event = Unstored<UserFact>;

export type UserRecord = {
  id: string;
  /** Null where the person was forgotten. */
  name: string | null;
  email: string | null;
  profile: Profile;
  super: boolean;
  queueIds: string[];
  createdAt: string;
  updatedAt: string;
  /** Kept, so that what they did still bears their name. */
  deleted?: true;
};
export type UsersState = { users: Record<string, UserRecord> };

export type UserFields = { name: string; email: string; profile: Profile; queueIds: string[] };
/** Who asks; null is Prosa itself. */
type By = { userId: string; profile: Profile; super?: boolean } | null;

export type UsersCommand =
  /** `limit`: how many users the company's plan grants; null for any number. `queueIds` are those that the company has. */
  | { do: 'create user'; userId: string; fields: UserFields; super: boolean; limit: number | null; rules: { queueIds: string[] } }
  /** `password`: a new one comes with it. */
  | {
      do: 'change user';
      userId: string;
      changes: Partial<UserFields>;
      password: boolean;
      by: By;
      rules: { queueIds: string[] };
    }
  | { do: 'delete user'; userId: string; by: By };

/** The users of a company, one stream: how many there may be, and that one of them is an administrator. */
export const users: Decider<UsersCommand, UsersState, Event> = {
  initial: () => ({ users: {} }),

  decide(command, { users }) {
    switch (command.do) {
      case 'create user': {
        const { userId, fields, limit, rules } = command;
        if (users[userId]) return [];
        if (limit !== null && present(users).length >= limit)
          throw new Refused('ERR_USER_CREATION_DISABLED', { message: 'O limite de usuários do seu plano foi atingido.' });
        const queueIds = existingQueues(fields.queueIds, [], rules.queueIds, unknownQueue);
        return [{ type: 'UserCreated', data: { ...fields, queueIds, userId, super: command.super } }];
      }
      case 'change user': {
        const { userId, by, rules } = command;
        const user = the(users, userId);
        const differ = differing(user, command.changes);
        mayChange(by, user, differ);
        const secret: Event[] = command.password ? [{ type: 'PasswordChanged', data: { userId } }] : [];
        if (!differ) return secret;
        if (differ.profile && user.profile === 'admin' && administrators(users).length === 1) throw lastAdministrator();
        const queueIds = differ.queueIds && existingQueues(differ.queueIds, user.queueIds, rules.queueIds, unknownQueue);
        return [{ type: 'UserChanged', data: { ...differ, ...(queueIds && { queueIds }), userId } }, ...secret];
      }
      case 'delete user': {
        const { userId, by } = command;
        const user = the(users, userId);
        if (by && (by.profile !== 'admin' || isAbove(user, by))) throw new Refused('ERR_NO_PERMISSION');
        if (by?.userId === userId)
          throw new Refused('ERR_NO_PERMISSION', { message: 'Você não pode excluir o seu próprio usuário.' });
        if (user.profile === 'admin' && administrators(users).length === 1) throw lastAdministrator();
        return [{ type: 'UserDeleted', data: { userId } }];
      }
    }
  },

  evolve(state, event, meta) {
    const at = meta.at.toISOString();
    const { userId } = event.data;
    const put = (user: UserRecord): UsersState => ({ users: { ...state.users, [userId]: user } });
    const before = state.users[userId];
    switch (event.type) {
      case 'UserCreated': {
        const { userId: id, ...fields } = event.data;
        return put({ ...fields, id, createdAt: at, updatedAt: at });
      }
      case 'UserChanged': {
        const { userId: _, ...changes } = event.data;
        return before ? put({ ...withChanges(before, changes), updatedAt: at }) : state;
      }
      case 'PasswordChanged':
        return state;
      case 'UserDeleted':
        return before ? put({ ...before, deleted: true, updatedAt: at }) : state;
      default:
        event satisfies never;
        return state;
    }
  },
};

/** Users who were not deleted. */
export const present = (users: UsersState['users']): UserRecord[] => Object.values(users).filter(({ deleted }) => !deleted);
const administrators = (users: UsersState['users']) => present(users).filter(({ profile }) => profile === 'admin');

/** The user of an id. Throws ERR_NO_USER_FOUND. */
export const the = (users: UsersState['users'], id: string): UserRecord => {
  const user = users[id];
  if (!user || user.deleted) throw new Refused('ERR_NO_USER_FOUND');
  return user;
};

/** Oneself changes name, e-mail and password; profile and queues are the administrators' (as every other user is). */
const mayChange = (by: By, user: UserRecord, changes: Partial<UserFields> | null): void => {
  if (!by) return;
  if (isAbove(user, by)) throw new Refused('ERR_NO_PERMISSION');
  if (by.profile === 'admin') return;
  if (by.userId !== user.id || changes?.profile || changes?.queueIds) throw new Refused('ERR_NO_PERMISSION');
};

/** A platform-level user, to who is none: an administrator of their company could sign in as one by setting their password. */
const isAbove = (user: UserRecord, by: NonNullable<By>): boolean => user.super && !by.super && by.userId !== user.id;

const unknownQueue = () => new Refused('ERR_NO_QUEUE_FOUND');
const lastAdministrator = () => new Refused('ERR_NO_PERMISSION', { message: 'A empresa precisa de ao menos um administrador.' });

export const keptUsers = keeps('users', users, ({ users }) => new Map(Object.entries(users)));

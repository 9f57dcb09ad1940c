import { type Language, type Profile, Refused, type Unstored, type UserFact } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import { keeps } from '../../kernel/reference-data.records.ts';
import { differing, existingQueues, withChanges } from '../../records/changes.ts';

type Event = Unstored<UserFact>;

export type UserRecord = {
  id: string;
  /** Null if the person's data was erased. */
  name: string | null;
  email: string | null;
  profile: Profile;
  super: boolean;
  queueIds: string[];
  sectorId: string | null;
  /** When they were invited last; null if they were not, or have a password since. */
  invitedAt: string | null;
  emailVerified: boolean;
  /** The e-mail that they asked for and have not confirmed. */
  pendingEmail: string | null;
  /** The file of their picture. */
  pictureId: string | null;
  createdAt: string;
  updatedAt: string;
  /** Kept, so that what they did still shows their name. */
  deleted?: true;
};
export type UsersState = { users: Record<string, UserRecord> };

export type UserFields = { name: string; email: string; profile: Profile; queueIds: string[]; sectorId?: string | null };
/**
 * The queues of the company, and those of the named sectors that exist; `limit`: the number of users that the company's plan allows, null for
 * any number.
 */
export type UserRules = { queueIds: string[]; sectorIds?: string[]; limit?: number | null };
/** The mail to a new user: an invitation, or the link that confirms their e-mail. */
export type Welcome = { by: 'invitation' | 'email check'; language: Language };
/** The caller; null is Prosa itself. */
type By = { userId: string; profile: Profile; super?: boolean } | null;

export type UsersCommand =
  | {
      do: 'create user';
      userId: string;
      fields: UserFields;
      super: boolean;
      rules: UserRules;
      welcome?: Welcome | undefined;
    }
  /**
   * `password`: whether the command sets a new one; `seenAt`: the `updatedAt` that the caller knows; `checkIn`: a new own e-mail waits
   * for the link of a mail in that language.
   */
  | {
      do: 'change user';
      userId: string;
      changes: Partial<UserFields>;
      seenAt?: string | undefined;
      password: boolean;
      by: By;
      rules: UserRules;
      checkIn?: Language | undefined;
    }
  /** By a mailed link. */
  | { do: 'reset password'; userId: string }
  | { do: 'invite again'; userId: string; by: By; language: Language }
  | { do: 'request email check'; userId: string; language: Language }
  | { do: 'verify email'; userId: string }
  /** By the link that was mailed to the e-mail that the user asked for. */
  | { do: 'confirm new email'; userId: string; email: string }
  | { do: 'change picture'; userId: string; mediaId: string | null }
  | { do: 'delete user'; userId: string; by: By };

/** The users of a company in one stream, so that their number and the last administrator can be checked. */
export const users: Decider<UsersCommand, UsersState, Event> = {
  initial: () => ({ users: {} }),

  decide(command, { users }) {
    switch (command.do) {
      case 'create user': {
        const { userId, fields, rules } = command;
        if (users[userId]) return [];
        assertSeat(users, fields.profile, rules);
        assertAuditor({ ...fields, super: command.super });
        const queueIds = existingQueues(fields.queueIds, [], rules.queueIds, unknownQueue);
        const sectorId = existingSector(fields.sectorId ?? null, rules);
        const created: Event = { type: 'UserCreated', data: { ...fields, queueIds, sectorId, userId, super: command.super } };
        return command.welcome ? [created, welcomed(userId, command.welcome)] : [created];
      }
      case 'change user': {
        const { userId, by, rules } = command;
        const user = the(users, userId);
        const differ = differing(user, command.changes);
        mayChange(by, user, differ);
        const secret: Event[] = command.password ? [{ type: 'PasswordChanged', data: { userId } }] : [];
        const isOwn = by?.userId === userId;
        if (!differ) return isOwn && command.changes.email !== undefined ? [...secret, ...dropped(user)] : secret;
        if (command.seenAt !== undefined && command.seenAt !== user.updatedAt) throw new Refused('ERR_CHANGED_MEANWHILE');
        if (differ.profile && user.profile === 'admin' && administrators(users).length === 1) throw lastAdministrator();
        if (user.profile === 'auditor' && differ.profile) assertSeat(users, differ.profile, rules);
        assertAuditor({ ...user, ...differ, queueIds: command.changes.queueIds ?? [] });
        if (differ.profile === 'auditor' && user.queueIds.length > 0) differ.queueIds = [];
        existingSector(differ.sectorId ?? null, rules);
        const queueIds = differ.queueIds && existingQueues(differ.queueIds, user.queueIds, rules.queueIds, unknownQueue);
        const { email, ...others } = differ;
        const language = isOwn && email !== undefined ? command.checkIn : undefined;
        const now = language === undefined ? differ : others;
        const changed: Event[] =
          Object.keys(now).length > 0 ? [{ type: 'UserChanged', data: { ...now, ...(queueIds && { queueIds }), userId } }] : [];
        if (language === undefined || email === undefined) {
          const isKept = isOwn && email === undefined && command.changes.email !== undefined;
          return [...changed, ...secret, ...(isKept ? dropped(user) : [])];
        }
        // Everybody of the company sees whose it is; whether another company has it, only the owner of the mailbox learns.
        if (present(users).some((other) => other.id !== userId && other.email?.toLowerCase() === email.toLowerCase()))
          throw duplicated();
        return [...changed, ...secret, { type: 'EmailChangeRequested', data: { userId, email, language } }];
      }
      case 'reset password': {
        const { userId } = command;
        const { emailVerified } = the(users, userId);
        const changed: Event = { type: 'PasswordChanged', data: { userId } };
        // The link proves that the user has read the mail.
        return emailVerified ? [changed] : [changed, { type: 'EmailVerified', data: { userId } }];
      }
      case 'invite again': {
        const { userId, by, language } = command;
        const user = the(users, userId);
        mayChange(by, user, null);
        if (user.invitedAt === null) throw new Refused('ERR_NO_INVITATION');
        return [welcomed(userId, { by: 'invitation', language })];
      }
      case 'request email check': {
        const { userId, language } = command;
        const { pendingEmail: email, emailVerified } = the(users, userId);
        if (email !== null) return [{ type: 'EmailChangeRequested', data: { userId, email, language } }];
        return emailVerified ? [] : [welcomed(userId, { by: 'email check', language })];
      }
      case 'verify email': {
        const { userId } = command;
        return the(users, userId).emailVerified ? [] : [{ type: 'EmailVerified', data: { userId } }];
      }
      case 'confirm new email': {
        const { userId, email } = command;
        const user = the(users, userId);
        if (user.email === email) return [];
        if (user.pendingEmail !== email) throw new Refused('ERR_INVALID_LINK');
        return [{ type: 'UserChanged', data: { userId, email } }];
      }
      case 'change picture': {
        const { userId, mediaId } = command;
        const { pictureId } = the(users, userId);
        return mediaId === pictureId ? [] : [pictured(userId, mediaId, pictureId)];
      }
      case 'delete user': {
        const { userId, by } = command;
        const user = the(users, userId);
        if (by && (by.profile !== 'admin' || isAbove(user, by))) throw new Refused('ERR_NO_PERMISSION');
        if (by?.userId === userId)
          throw new Refused('ERR_NO_PERMISSION', { message: 'Você não pode excluir o seu próprio usuário.' });
        if (user.profile === 'admin' && administrators(users).length === 1) throw lastAdministrator();
        const gone = user.pictureId === null ? [] : [pictured(userId, null, user.pictureId)];
        return [...gone, { type: 'UserDeleted', data: { userId } }];
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
        const mailed = { invitedAt: null, emailVerified: true, pendingEmail: null };
        return put({ ...fields, ...mailed, id, pictureId: null, createdAt: at, updatedAt: at });
      }
      case 'UserChanged': {
        const { userId: _, ...changes } = event.data;
        // A user who types somebody else's e-mail answers for it.
        const emailVerified = before?.emailVerified || changes.email !== undefined;
        const pendingEmail = changes.email === undefined ? (before?.pendingEmail ?? null) : null;
        return before ? put({ ...withChanges(before, changes), emailVerified, pendingEmail, updatedAt: at }) : state;
      }
      case 'PasswordChanged':
        // The request for another e-mail may have come from somebody else, who knew the old password.
        return before?.invitedAt || before?.pendingEmail ? put({ ...before, invitedAt: null, pendingEmail: null }) : state;
      case 'UserInvited':
        return before ? put({ ...before, invitedAt: at }) : state;
      case 'EmailCheckRequested':
        return before ? put({ ...before, emailVerified: false }) : state;
      case 'EmailVerified':
        return before ? put({ ...before, emailVerified: true }) : state;
      case 'EmailChangeRequested':
        return before ? put({ ...before, pendingEmail: event.data.email }) : state;
      case 'EmailChangeDropped':
        return before ? put({ ...before, pendingEmail: null }) : state;
      case 'UserPictureChanged':
        return before ? put({ ...before, pictureId: event.data.mediaId }) : state;
      case 'UserDeleted':
        return before ? put({ ...before, deleted: true, updatedAt: at }) : state;
      default:
        event satisfies never;
        return state;
    }
  },
};

const welcomed = (userId: string, { by, language }: Welcome): Event => ({
  type: by === 'invitation' ? 'UserInvited' : 'EmailCheckRequested',
  data: { userId, language },
});

const dropped = ({ id: userId, pendingEmail }: UserRecord): Event[] =>
  pendingEmail === null ? [] : [{ type: 'EmailChangeDropped', data: { userId } }];

const pictured = (userId: string, mediaId: string | null, replaces: string | null): Event => ({
  type: 'UserPictureChanged',
  data: { userId, mediaId, replaces },
});

/** Users who were not deleted. */
export const present = (users: UsersState['users']): UserRecord[] => Object.values(users).filter(({ deleted }) => !deleted);
const administrators = (users: UsersState['users']) => present(users).filter(({ profile }) => profile === 'admin');

/** Auditors only read, so that they take none of the users that a plan allows. */
const assertSeat = (users: UsersState['users'], profile: Profile, { limit = null }: UserRules): void => {
  if (limit === null || profile === 'auditor') return;
  if (present(users).filter((user) => user.profile !== 'auditor').length >= limit)
    throw new Refused('ERR_USER_CREATION_DISABLED', { message: 'O limite de usuários do seu plano foi atingido.' });
};

/** An auditor is in no queue, and no platform-level user, who may write by that alone. */
const assertAuditor = (user: Pick<UserRecord, 'profile' | 'queueIds' | 'super'>): void => {
  if (user.profile !== 'auditor') return;
  if (user.super) throw new Refused('ERR_VALIDATION', { fields: { profile: 'Not for auditors' } });
  if (user.queueIds.length > 0) throw new Refused('ERR_VALIDATION', { fields: { queueIds: 'Not for auditors' } });
};

/** Returns the user with this id. Throws ERR_NO_USER_FOUND. */
export const the = (users: UsersState['users'], id: string): UserRecord => {
  const user = users[id];
  if (!user || user.deleted) throw new Refused('ERR_NO_USER_FOUND');
  return user;
};

/**
 * Users may change their own name, e-mail and password; only administrators may change profile, queues, sector and other users. Throws
 * ERR_NO_PERMISSION.
 */
export const mayChange = (by: By, user: Pick<UserRecord, 'id' | 'super'>, changes: Partial<UserFields> | null = null): void => {
  if (!by) return;
  if (isAbove(user, by)) throw new Refused('ERR_NO_PERMISSION');
  if (by.profile === 'admin') return;
  if (by.userId !== user.id || changes?.profile || changes?.queueIds || changes?.sectorId !== undefined)
    throw new Refused('ERR_NO_PERMISSION');
};

/**
 * Whether the user is a platform-level one and the caller is not: an administrator of their company could otherwise sign in as that user by
 * setting their password.
 */
const isAbove = (user: Pick<UserRecord, 'id' | 'super'>, by: NonNullable<By>): boolean =>
  user.super && !by.super && by.userId !== user.id;

const existingSector = (sectorId: string | null, { sectorIds = [] }: UserRules): string | null => {
  if (sectorId !== null && !sectorIds.includes(sectorId)) throw new Refused('ERR_NO_SECTOR_FOUND');
  return sectorId;
};
const unknownQueue = () => new Refused('ERR_NO_QUEUE_FOUND');
const duplicated = () => new Refused('ERR_DUPLICATED_EMAIL', { fields: { email: 'Já existe um usuário com este e-mail.' } });
const lastAdministrator = () => new Refused('ERR_LAST_ADMINISTRATOR');

export const keptUsers = keeps('users', users, ({ users }) => new Map(Object.entries(users)));

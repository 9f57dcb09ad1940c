import { apiKeyEvents, type Profile, servesTickets, userEvents } from '@prosa/contracts';
import { flag, nullable, text, time, uuid, uuids } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { orderOf } from '../../kernel/order.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';

/** The texts of a user that depend on name and e-mail: the keys of their order, and what searches match. Forgotten ones are null. */
const textsOf = ({ name, email }: { name: string | null; email: string | null }) => ({
  nameOrder: orderOf(name),
  emailOrder: orderOf(email),
  search: searchable([name, email].filter(Boolean).join(' ')),
});

/**
 * Users; a deleted one keeps its row, because tickets and messages still show the name. For the same reason an API key has a row from the
 * start, as if it were deleted: it is no user, and what it does is shown with its name.
 */
export const userRows = defineRows({
  table: 'user_account',
  version: 10,
  events: { ...userEvents, ApiKeyCreated: apiKeyEvents.ApiKeyCreated },
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: nullable(text()),
    nameOrder: nullable(text()),
    email: nullable(text()),
    emailOrder: nullable(text()),
    search: text(),
    profile: text<Profile>(),
    super: flag(),
    queueIds: uuids(),
    sectorId: nullable(uuid()),
    deleted: flag(),
    invitedAt: nullable(time()),
    emailVerified: flag(),
    pendingEmail: nullable(text()),
    pictureId: nullable(uuid()),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: [
    '(company_id, name_order collate "C", name collate "C", id)',
    '(company_id, email_order collate "C", email collate "C", id)',
    'using gin (company_id, search gin_trgm_ops)',
  ],
  key: ({ data }) => ('keyId' in data ? data.keyId : data.userId),
  begins: {
    ApiKeyCreated: ({ data: { keyId: id, name }, meta: { companyId, at } }) => ({
      ...textsOf({ name, email: null }),
      id,
      companyId,
      name,
      email: null,
      profile: 'admin' as const,
      super: false,
      queueIds: [] as string[],
      sectorId: null,
      deleted: true,
      invitedAt: null,
      emailVerified: true,
      pendingEmail: null,
      pictureId: null,
      createdAt: at,
      updatedAt: at,
    }),
    UserCreated: ({ data: { userId, ...user }, meta }) => ({
      ...user,
      id: userId,
      companyId: meta.companyId,
      ...textsOf(user),
      deleted: false,
      invitedAt: null,
      emailVerified: true,
      pendingEmail: null,
      pictureId: null,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    UserChanged: (row, { data: { userId: _, ...changed }, meta }) => {
      const emailVerified = row.emailVerified || changed.email !== undefined;
      const pendingEmail = changed.email === undefined ? row.pendingEmail : null;
      const after = { ...row, ...changed, emailVerified, pendingEmail, updatedAt: meta.at };
      return { ...after, ...textsOf(after) };
    },
    PasswordChanged: (row) => ({ ...row, invitedAt: null, pendingEmail: null }),
    UserInvited: (row, { meta }) => ({ ...row, invitedAt: meta.at }),
    EmailCheckRequested: (row) => ({ ...row, emailVerified: false }),
    EmailVerified: (row) => ({ ...row, emailVerified: true }),
    EmailChangeRequested: (row, { data: { email } }) => ({ ...row, pendingEmail: email }),
    EmailChangeDropped: (row) => ({ ...row, pendingEmail: null }),
    UserPictureChanged: (row, { data: { mediaId } }) => ({ ...row, pictureId: mediaId }),
    UserDeleted: (row, { meta }) => ({ ...row, deleted: true, updatedAt: meta.at }),
  },
});

/** Users whom a plan counts: not auditors. */
export const seatCounts = defineCounter({
  table: 'user_seat_count',
  version: 1,
  reach: 'super',
  of: userRows,
  columns: {},
  group: (user) => (user.deleted || !servesTickets(user) ? null : {}),
});

/** Users that are not deleted, for the total of their list. */
export const userCounts = defineCounter({
  table: 'user_count',
  version: 2,
  reach: 'super',
  of: userRows,
  columns: {},
  group: ({ deleted }) => (deleted ? null : {}),
});

import { type Profile, userEvents } from '@prosa/contracts';
import { flag, nullable, text, time, uuid, uuids } from '../kernel/columns.ts';
import { orderOf } from '../kernel/order.ts';
import { defineRows } from '../kernel/rows.ts';

/** Users; a deleted one keeps its row, because tickets and messages still show the name. */
export const userRows = defineRows({
  table: 'user_account',
  version: 5,
  events: userEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: nullable(text()),
    nameOrder: nullable(text()),
    email: nullable(text()),
    emailOrder: nullable(text()),
    profile: text<Profile>(),
    super: flag(),
    queueIds: uuids(),
    sectorId: nullable(uuid()),
    deleted: flag(),
    invitedAt: nullable(time()),
    emailVerified: flag(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: [
    '(company_id, name_order collate "C", name collate "C", id)',
    '(company_id, email_order collate "C", email collate "C", id)',
  ],
  ignores: [],
  key: ({ data }) => data.userId,
  begins: {
    UserCreated: ({ data: { userId, ...user }, meta }) => ({
      ...user,
      id: userId,
      companyId: meta.companyId,
      nameOrder: orderOf(user.name),
      emailOrder: orderOf(user.email),
      deleted: false,
      invitedAt: null,
      emailVerified: true,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    UserChanged: (row, { data: { userId: _, ...changed }, meta }) => {
      const emailVerified = row.emailVerified || changed.email !== undefined;
      const after = { ...row, ...changed, emailVerified, updatedAt: meta.at };
      return { ...after, nameOrder: orderOf(after.name), emailOrder: orderOf(after.email) };
    },
    PasswordChanged: (row) => ({ ...row, invitedAt: null }),
    UserInvited: (row, { meta }) => ({ ...row, invitedAt: meta.at }),
    EmailCheckRequested: (row) => ({ ...row, emailVerified: false }),
    EmailVerified: (row) => ({ ...row, emailVerified: true }),
    UserDeleted: (row, { meta }) => ({ ...row, deleted: true, updatedAt: meta.at }),
  },
});

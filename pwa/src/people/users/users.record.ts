import { UserView, userRoutes } from '@prosa/contracts/schemas';
import type { ShownRecord } from '../../records/record-list.ts';

/** Users in the shape of a record. They are none: their e-mails are claimed, their passwords kept elsewhere. */
export const userRecord = {
  name: 'users',
  channel: 'user',
  orderBy: ['name'],
  searchIn: ['name', 'email'],
  unique: [
    { field: 'email', code: 'ERR_DUPLICATED_EMAIL' },
    { field: 'password', code: 'ERR_PASSWORD_COMMON' },
    { field: 'password', code: 'ERR_PASSWORD_IS_EMAIL' },
  ],
  fields: userRoutes.create.body,
  view: UserView,
  routes: userRoutes,
  may: { write: 'users:write' },
  guarded: true,
} satisfies ShownRecord;

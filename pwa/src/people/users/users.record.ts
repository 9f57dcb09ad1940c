import { embedded, type PushFrame, pushedBy, UserView, userEmbeds, userRoutes } from '@prosa/contracts/schemas';
import type { Renaming, ShownRecord } from '../../records/record-list.ts';

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

/** A user's queues and sector have the names that those records have now. */
export const userRenaming: Renaming<UserView> = {
  renamedBy: Object.keys(userEmbeds) as (keyof typeof userEmbeds)[],
  renamed: (user: UserView, frame: PushFrame) => {
    const pushed = pushedBy(frame);
    return pushed ? embedded(userEmbeds, user, pushed) : user;
  },
};

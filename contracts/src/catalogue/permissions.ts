import type { Profile } from '../kernel/manifest.ts';
import { type Permission, permissions } from './catalogue.ts';

type Who = { profile: Profile; super?: boolean };

/** Whether a user holds a permission. Everybody holds `public`. */
export const grants = (permission: Permission, who: Who): boolean =>
  permission === 'public' || permissions[permission].includes(who.profile) || grantsAsSuper(permission, who);

/** Whether a platform-level user holds it as such: if so, the call shows the rows of all companies in `super` tables. */
export const grantsAsSuper = (permission: Permission, who: Who): boolean =>
  who.super === true && permissions[permission].includes('super');

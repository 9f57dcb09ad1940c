import type { Profile } from '../kernel/manifest.ts';
import { type Permission, permissions } from './catalogue.ts';

type Who = { profile: Profile; super?: boolean };

/** Whether somebody holds a permission. `public` is everybody's. */
export const grants = (permission: Permission, who: Who): boolean =>
  permission === 'public' || permissions[permission].includes(who.profile) || grantsAsSuper(permission, who);

/** Whether a platform-level user holds it as such: then what `super` tables have of all companies is shown. */
export const grantsAsSuper = (permission: Permission, who: Who): boolean =>
  who.super === true && permissions[permission].includes('super');

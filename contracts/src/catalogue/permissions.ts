import type { Profile } from '../kernel/manifest.ts';
import { type Permission, permissions } from './catalogue.ts';

/** Whether a profile holds a permission. `public` is everybody's. */
export const grants = (permission: Permission, who: { profile: Profile; super?: boolean }): boolean => {
  if (permission === 'public') return true;
  const holders = permissions[permission];
  return holders === 'platform' ? who.super === true : holders.includes(who.profile);
};

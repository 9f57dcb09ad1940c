import type { RouteDefinition } from '../kernel/contract.ts';
import type { Profile } from '../kernel/manifest.ts';
import { type Permission, permissions } from './catalogue.ts';

/** `scopes`: of an API key; undefined for a person. */
type Who = { profile: Profile; super?: boolean; scopes?: readonly string[] | undefined };

/** Whether a caller holds a permission. Everybody holds `public`; an API key holds those among its scopes. */
export const grants = (permission: Permission, who: Who): boolean =>
  permission === 'public' ||
  ((permissions[permission].includes(who.profile) || grantsAsSuper(permission, who)) &&
    (who.scopes === undefined || permission === 'signed-in' || who.scopes.includes(permission)));

/** The scope with which an API key may call every GET that its company's administrators may. */
export const READ = 'read';

/** The scopes that an API key can have: `read`, and what administrators may do, except that no key makes keys. */
export const apiKeyScopes: readonly string[] = [
  READ,
  ...Object.keys(permissions)
    .filter((name) => permissions[name as Permission].includes('admin') && name !== 'signed-in' && name !== 'api-keys:write')
    .sort(),
];

/** Whether a caller may make a call that is neither public nor for the tokens of connections. */
export const mayCall = ({ call, may, person, auditors, scope = may }: RouteDefinition, who: Who): boolean => {
  if (who.scopes === undefined) return grants(may as Permission, who) || (auditors === true && who.profile === 'auditor');
  if (person) return false;
  // What the profile of keys may not do, no scope permits.
  const isOfProfile = grants(may as Permission, { ...who, scopes: undefined });
  const isRead = call.startsWith('GET ') && who.scopes.includes(READ);
  return isOfProfile && (isRead || who.scopes.includes(scope));
};

/** Whether a platform-level user holds it as such: if so, the call shows the rows of all companies in `super` tables. */
export const grantsAsSuper = (permission: Permission, who: Who): boolean =>
  who.super === true && permissions[permission].includes('super');

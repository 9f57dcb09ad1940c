/** Who may call. `public` needs no token; the others a signed-in user whose profile grants them. */
export const permissions = {
  public: [],
  'signed-in': ['admin', 'supervisor', 'user'],
  'tickets:serve': ['admin', 'supervisor', 'user'],
  'contacts:write': ['admin', 'supervisor', 'user'],
  'tags:write': ['admin', 'supervisor', 'user'],
  'queues:write': ['admin'],
  'users:write': ['admin'],
  'connections:read': ['admin'],
  'connections:write': ['admin'],
  /** Platform-level users alone, whatever their profile. */
  'companies:write': [],
  'settings:write': ['admin'],
  'tickets-manager:showall': ['admin'],
  'ticket-options:deleteTicket': ['admin'],
  'user-modal:editProfile': ['admin'],
  'user-modal:editQueues': ['admin'],
  'contacts-page:deleteContact': ['admin'],
  'ticket-options:kanbanContact': ['admin'],
} as const satisfies Record<string, readonly Profile[]>;

export type Profile = 'admin' | 'supervisor' | 'user';
export type Permission = keyof typeof permissions;

/** Whether a profile holds a permission. `public` is everybody's. */
export const grants = (permission: Permission, who: { profile: Profile; super?: boolean }): boolean =>
  permission === 'public' ||
  (permission === 'companies:write' ? who.super === true : (permissions[permission] as readonly Profile[]).includes(who.profile));

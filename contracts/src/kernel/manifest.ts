import type { EventType, RouteDefinition } from './contract.ts';

export type Profile = 'admin' | 'supervisor' | 'user';
/** Who holds a permission: profiles, and platform-level users (`super`) whatever their profile. */
export type Holders = readonly (Profile | 'super')[];
/** A refusal's HTTP status, and what it says to an integrator: in Portuguese, as the product speaks first. Screens have texts of their own. */
export type Refusal = { status: number; message: string };
export type PushAction = 'create' | 'update' | 'updateUnread' | 'delete';

/** All that a feature adds to what the parts say to each other. The catalogue is made of them. */
export type Manifest = {
  name: string;
  events?: Record<string, EventType>;
  routes?: Record<string, RouteDefinition>;
  /** Channels of `/live` by name, with their actions. */
  pushes?: Record<string, readonly PushAction[]>;
  permissions?: Record<string, Holders>;
  /** The codes of its refusals. */
  errors?: Record<string, Refusal>;
};

/** A feature's manifest: a file of its folder exports it, `features.ts` names it. */
export const manifest = <const M extends Manifest>(definition: M): M => definition;

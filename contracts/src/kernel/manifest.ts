import type { EventType, RouteDefinition } from './contract.ts';

export type Profile = 'admin' | 'supervisor' | 'user' | 'auditor';
/** The holders of a permission: profiles, and `super` for platform-level users of any profile. */
export type Holders = readonly (Profile | 'super')[];
/** A refusal's HTTP status, and its message for integrators, in Portuguese, the product's first language. Screens have their own texts. */
export type Refusal = { status: number; message: string };
export type PushAction = 'create' | 'update' | 'updateUnread' | 'new-message' | 'delete';

/** Everything that a feature adds to the contracts between the parts. The catalogue is built from the manifests. */
export type Manifest = {
  name: string;
  events?: Record<string, EventType>;
  /** Its events in streams `conversation-{key}`, which several features share. */
  conversation?: Record<string, EventType>;
  routes?: Record<string, RouteDefinition>;
  /** Channels of `/live` by name, with their actions. */
  pushes?: Record<string, readonly PushAction[]>;
  permissions?: Record<string, Holders>;
  /** The codes of its refusals. */
  errors?: Record<string, Refusal>;
};

/** Defines a feature's manifest: a file in its folder exports it, `features.ts` lists it. */
export const manifest = <const M extends Manifest>(definition: M): M => definition;

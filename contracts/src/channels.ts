/**
 * What channels can do and carry, without a schema. The app imports it from `@prosa/contracts/channels`: it comes with a conversation, and
 * not with everything else that is needed before.
 */
export * from './connections/abilities.ts';
export * from './connections/text-limits.ts';
export * from './messages/map-link.ts';
export * from './messages/signed-text.ts';
export * from './messages/template-text.ts';

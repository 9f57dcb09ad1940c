/**
 * The abilities and text formats of channels, without schemas. The app imports them from `@prosa/contracts/channels`: they load
 * with a conversation, and not with everything else that is needed before.
 */
export * from './connections/abilities.ts';
export * from './connections/text-limits.ts';
export * from './messages/map-link.ts';
export * from './messages/signed-text.ts';
export * from './messages/template-text.ts';

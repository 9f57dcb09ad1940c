/**
 * The abilities and text formats of channels, without schemas. The app imports them from `@prosa/contracts/channels`: they load
 * with a conversation, and not with everything else that is needed before.
 */
export * from './channels/connections/abilities.ts';
export * from './channels/connections/text-limits.ts';
export * from './desk/messages/map-link.ts';
export * from './desk/messages/signed-text.ts';
export * from './desk/messages/template-text.ts';

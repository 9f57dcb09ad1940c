import type { Identity, IdentityKind } from '@prosa/contracts';

/** The two channels of a page: its Messenger, and its Instagram account. */
export type MessagingChannel = {
  channel: 'facebook' | 'instagram';
  /** Meta's name of it in webhooks. */
  object: 'page' | 'instagram';
  identity: Extract<IdentityKind, 'psid' | 'igsid'>;
};
export const MESSENGER: MessagingChannel = { channel: 'facebook', object: 'page', identity: 'psid' };
export const INSTAGRAM: MessagingChannel = { channel: 'instagram', object: 'instagram', identity: 'igsid' };

/** A person as one page or account knows them. */
export const identityOf = ({ identity }: MessagingChannel, account: string, person: string): Identity => ({
  kind: identity,
  value: `${account}/${person}`,
});

/** The person's id, as Graph wants it. */
export const personOf = ({ value }: Identity): string => value.slice(value.indexOf('/') + 1);

import { type Actor, type Inbound, newId } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { onContact } from '../../contacts/contacts/contact.decider.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import type { Deps } from '../../kernel/deps.ts';

type Told = Extract<Inbound, { kind: 'preference' }>;
type Message = Extract<Inbound, { kind: 'message' }>;

const keeping = (contactId: string, { companyId, optedOut, at }: Pick<Told, 'companyId' | 'optedOut' | 'at'>, actor: Actor) => ({
  companyId,
  actor,
  commandId: newId(),
  ...onContact(contactId),
  command: { do: 'keep preference' as const, contactId, optedOut, at },
});

/** Keeps whether a customer wants marketing messages. Who is no contact does not become one by that. */
export const createKeepPreference = (deps: Deps): ((told: Told) => Promise<void>) => {
  const findContact = createFindContact({ ...deps, claims: createClaims(deps) });
  return async (told) => {
    const contactId = await findContact(told.companyId, told.identities);
    if (contactId === null) return;
    await deps.handle(keeping(contactId, told, { kind: 'system', id: `channel:${told.connectionId}` }));
  };
};

/** Keeps that a customer wrote that they want no campaigns. A channel's clock that is ahead would make it last. */
export const createKeepOptOut =
  ({ handle, clock }: Pick<Deps, 'handle' | 'clock'>) =>
  async ({ companyId, at }: Pick<Message, 'companyId' | 'at'>, contactId: string): Promise<void> => {
    const said = new Date(Math.min(Date.parse(at), clock().getTime()));
    const told = { companyId, optedOut: true, at: said.toISOString() };
    await handle(keeping(contactId, told, { kind: 'customer', id: contactId }));
  };

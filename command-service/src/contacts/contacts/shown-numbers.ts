import { type ContactFact, conversationKey, derivedId, type Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Converse } from '../../desk/conversations/conversations.ts';
import type { KnownSets } from '../../kernel/known-sets.ts';
import { addressOf } from './contact.address.ts';
import { contactOf, isSame } from './contact.reading.ts';

/**
 * Shows a contact's new number in each of its unfinished tickets, so that those who answer there see where their messages go from now on.
 */
export const showNumber = async (
  { store, sets, converse }: { store: Store; sets: KnownSets; converse: Converse },
  fact: Fact,
): Promise<void> => {
  const { type, data, meta } = fact as ContactFact;
  if (type !== 'ContactChanged' || data.number === undefined) return;
  const { companyId, eventId, stream, revision, actor } = meta;
  const { contactId } = data;
  const facts = await store.load(stream, { max: Number(revision + 1n) });
  const [before, after] = [contactOf(facts.slice(0, -1)), contactOf(facts)];
  if (!before || !after?.number) return;
  const [from, to] = [before.number, after.number];
  const address = (number: string) => addressOf({ channel: after.channel, number });
  if (from !== null && isSame(address(from), address(to))) return;
  for (const connectionId of (await sets.connections(companyId)).keys()) {
    const key = conversationKey(connectionId, contactId);
    await converse(
      {
        key,
        companyId,
        commandId: derivedId(eventId, 'number', key),
        actor,
        causationId: eventId,
        missing: 'ERR_NO_CONTACT_FOUND',
        contactId,
      },
      { do: 'show new number', userId: actor.kind === 'user' ? actor.id : null, from, to },
    );
  }
};

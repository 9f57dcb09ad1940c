import { type Actor, conversationKey, derivedId, limits, Refused } from '@prosa/contracts';
import { unfinishedOf } from '../../desk/conversation-kernel/conversation.rules.ts';
import type { TicketBrief } from '../../desk/conversation-kernel/conversation.state.ts';
import { protocolOf } from '../../desk/conversation-kernel/protocol.ts';
import { createConverse } from '../../desk/conversations/conversations.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Handled } from '../../kernel/handler.ts';
import type { ReferenceConnection } from '../../kernel/reference-data.records.ts';
import { createClaims } from './claims.ts';
import { type ContactEvent, type ContactState, contact } from './contact.decider.ts';
import { type ContactRecord, readContact, readContactEver, spelledIdentitiesOf } from './contact.reading.ts';

type Merge = {
  companyId: string;
  actor: Actor;
  contactId: string;
  into: string;
  /** The id of the command or event that causes the steps. */
  causationId: string;
};
type Tools = Pick<Deps, 'store' | 'handle' | 'keys' | 'clock'> & {
  connectionsOf: (companyId: string) => Promise<ReadonlyMap<string, ReferenceConnection>>;
};

/**
 * The steps that follow a begun merge (decision 13): the contact is merged, its identities move, its conversations go on in those of the
 * other one, who absorbs it in the end. A contact is merged once, so the ids of the steps derive from the contact's: the call that begins a
 * merge does them, the reactor does them again, and what was done stays as it is.
 */
export const createMerging = (tools: Tools) => {
  const { store, handle, connectionsOf } = tools;
  const claims = createClaims(tools);
  const converse = createConverse(handle);
  const protocol = protocolOf(handle);

  const step = ({ companyId, actor, contactId, causationId }: Merge, ...names: string[]) => ({
    companyId,
    actor,
    causationId,
    commandId: derivedId(contactId, 'merge', ...names),
    missing: 'ERR_NO_CONTACT_FOUND' as const,
  });

  /** Moves what a merged contact does on one connection to the conversation of the one that it was merged into. */
  const moveConversation = async (merge: Merge, { id: connectionId, channel }: { id: string; channel: string }) => {
    const { contactId, into } = merge;
    const [key, to] = [conversationKey(connectionId, contactId), conversationKey(connectionId, into)];
    const take = async (ticket: TicketBrief) => {
      let number: string | undefined;
      await converse({ ...step(merge, 'ticket', ticket.id), key: to, contactId: into }, async (state, at) => {
        number ??= await protocol.next(merge.companyId);
        // If that conversation is continued in another, the contact is the one of the last.
        const owner = at === to ? into : (state.started?.contactId ?? into);
        return { do: 'take ticket over', ticket, protocol: number, connectionId, contactId: owner, channel };
      });
    };
    await converse({ ...step(merge, 'conversation', key), key, contactId }, async (state) => {
      const unfinished = unfinishedOf(state);
      // First the new ticket, then the end of this one: whatever happens between, the customer is in somebody's list.
      if (unfinished) await take(unfinished);
      return { do: 'continue elsewhere', in: to, connectionId, contactId };
    });
  };

  return async (merge: Merge): Promise<Handled<ContactState, ContactEvent>> => {
    const { companyId, contactId, into } = merge;
    const stream = `contact-${contactId}`;
    await handle({ ...step(merge), decider: contact, stream, command: { do: 'merge contact', contactId, into } });
    const merged = await readContactEver(store, companyId, contactId);
    if (!merged) throw new Refused('ERR_NO_CONTACT_FOUND');
    const doer = { ...step(merge), causationId: merge.causationId };
    for (const one of spelledIdentitiesOf(merged))
      await claims.inherit(doer, await claims.placeOf(companyId, one), contactId, into);
    for (const [id, { channel }] of await connectionsOf(companyId)) await moveConversation(merge, { id, channel });
    return handle({
      ...step(merge, 'absorb'),
      decider: contact,
      stream: `contact-${into}`,
      command: async () => ({
        do: 'absorb contact' as const,
        contactId: into,
        absorbed: contactId,
        preference: merged.preference,
        ...takenOver(merged, await readContact(store, companyId, into)),
      }),
    });
  };
};

type TakenOver = { changes: Partial<Pick<ContactRecord, 'email' | 'extraInfo'>>; values?: ContactRecord['fields'] };

/** What a contact takes over from a merged one: the e-mail, the further information and the values of fields that it lacks. */
const takenOver = (merged: ContactRecord, kept: ContactRecord | null): TakenOver => {
  if (!kept) return { changes: {} };
  const has = ({ name, value }: ContactRecord['extraInfo'][number]) =>
    kept.extraInfo.some((one) => one.name === name && one.value === value);
  const news = merged.extraInfo.filter((one) => !has(one)).slice(0, Math.max(0, limits.extraInfoMax - kept.extraInfo.length));
  return {
    changes: {
      ...(!kept.email && merged.email ? { email: merged.email } : {}),
      ...(news.length > 0 ? { extraInfo: [...kept.extraInfo, ...news] } : {}),
    },
    values: merged.fields.filter(({ fieldId }) => !kept.fields.some((one) => one.fieldId === fieldId)),
  };
};

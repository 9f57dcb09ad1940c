import { type ConnectionStatus, childId, conversationKey, derivedId, Refused } from '@prosa/contracts';
import { isOff } from '../connections/is-off.ts';
import { createThrough } from '../connections/through.ts';
import { readContact } from '../contacts/contact.reading.ts';
import { findAfter } from '../conversations/conversation.answer.ts';
import type { ConversationState } from '../conversations/conversation.state.ts';
import { assertReaches } from '../conversations/conversation.through.ts';
import { type Conversed, createConverse } from '../conversations/conversations.ts';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Caller, Deps } from '../kernel/deps.ts';
import { connectionFor } from '../tickets/tickets.facts.ts';
import { createForwarded, looking } from './forwarded.ts';
import { createForwardedFiles, type FileCopy } from './forwarded-files.ts';

type Asked = { by: Caller; identity: CommandIdentity; contactIds: readonly string[]; messageId: string };
type Sent = { contactId: string; id: string; ticketId: string | null; position: bigint };
/** A connection of the company; `deleted`: a former one. */
type Served = { id: string; status: ConnectionStatus; deleted?: true };
/**
 * The part of a forward for one contact: a command of its own, in the conversation that it is sent to. `subjectId`: the owner of that
 * conversation, which is the contact, or the survivor of a merge with them.
 */
type Part = {
  contactId: string;
  commandId: string;
  connectionId: string;
  repeated: boolean;
  subjectId: string;
  state: ConversationState;
};
type Content = { body: string; copy: FileCopy | null };

/** Forwards a message to contacts: to each once, however often the call is repeated, and to none if one of them cannot be written to. */
export const createForward = (deps: Deps) => {
  const { store, handle, referenceData } = deps;
  const converse = createConverse(handle);
  const forwardedOf = createForwarded(deps);
  const files = createForwardedFiles(deps);
  const throughOf = createThrough(deps);

  const assertContact = async ({ companyId }: Caller, contactId: string): Promise<void> => {
    const contact = await readContact(store, companyId, contactId);
    if (!contact?.number) throw new Refused('ERR_NO_CONTACT_FOUND', { details: { contactId } });
  };

  /**
   * Returns where a contact's part was already sent, otherwise where to send it: the connection of an unfinished ticket, checking the
   * default connection first.
   */
  const partOf = async ({ by, identity }: Asked, contactId: string, connections: readonly Served[]): Promise<Part> => {
    const commandId = derivedId(identity.commandId, contactId);
    const looks = await Promise.all(
      connections.map(async ({ id: connectionId, deleted }) => {
        const key = conversationKey(connectionId, contactId);
        const envelope = { ...looking(by), commandId, key, missing: 'ERR_NO_CONTACT_FOUND' } as const;
        const { repeated, state, key: last } = await converse(envelope, { do: 'look' });
        const subjectId = ownerIn(state, last === key, contactId);
        return { connectionId, repeated, isUnfinished: !deleted && state.unfinished !== null, subjectId, state };
      }),
    );
    const chosen = looks.find(({ repeated }) => repeated) ?? looks.find(({ isUnfinished }) => isUnfinished) ?? looks[0]!;
    const { connectionId, repeated, subjectId, state } = chosen;
    return { contactId, commandId, connectionId, repeated, subjectId, state };
  };

  const send = async ({ by, identity }: Asked, part: Part, { body, copy }: Content): Promise<Sent> => {
    const { contactId, commandId, connectionId } = part;
    const envelope = { ...identity, commandId, key: conversationKey(connectionId, contactId), contactId };
    const carryOut = (file: object = {}) =>
      converse({ ...envelope, missing: 'ERR_NO_CONTACT_FOUND' }, async (state, key) => ({
        do: 'forward',
        by,
        body,
        clientId: null,
        connectionId,
        through: await throughOf(identity.companyId, { connectionId }),
        // If the conversation is continued in another, the contact is the survivor of the merge.
        contactId: ownerIn(state, key === envelope.key, contactId),
        ...file,
      }));
    const done = copy ? await files.sendWith(copy, { ...identity, commandId }, carryOut) : await carryOut();
    const id = childId(done.key, `out:${commandId}`);
    return { contactId, id, ticketId: await ticketOf(done, id), position: done.position };
  };

  const ticketOf = async (done: Conversed, id: string): Promise<string | null> => {
    const message = await findAfter(store, done, ({ messages }) => messages.get(id));
    return message?.ticketId ?? null;
  };

  return async (asked: Asked): Promise<Sent[]> => {
    const { companyId } = asked.by;
    const standard = await connectionFor(deps, companyId, null);
    const others = (await referenceData.connections(companyId)).values().filter(({ id }) => id !== standard.id);
    const connections = [standard, ...others];
    const parts: Part[] = [];
    for (const contactId of asked.contactIds) parts.push(await partOf(asked, contactId, connections));
    const fresh = parts.filter(({ repeated }) => !repeated);
    let body = '';
    let copies = new Map<string, FileCopy>();
    // A repeated call gets its first reply, whatever happened to the message and the contacts since.
    if (fresh.length > 0) {
      const forwarded = await forwardedOf(asked);
      body = forwarded.body;
      const through = new Set(fresh.map(({ connectionId }) => connectionId));
      if (connections.some((one) => through.has(one.id) && isOff(one))) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
      for (const { contactId } of parts) await assertContact(asked.by, contactId);
      if (forwarded.mediaId !== null) copies = await files.copy(forwarded.mediaId, companyId, fresh);
    }
    try {
      for (const { contactId, connectionId, state } of fresh)
        assertReaches(state, { body, media: copies.get(contactId)?.facts }, await throughOf(companyId, { connectionId }));
      const sent: Sent[] = [];
      for (const part of parts) sent.push(await send(asked, part, { body, copy: copies.get(part.contactId) ?? null }));
      return sent;
    } finally {
      await files.drop(copies.values());
    }
  };
};

/** Returns whose conversation it is: the requested contact's, unless it is continued in another contact's conversation. */
const ownerIn = (state: { started: { contactId: string } | null }, isFirst: boolean, contactId: string): string =>
  isFirst ? contactId : (state.started?.contactId ?? contactId);

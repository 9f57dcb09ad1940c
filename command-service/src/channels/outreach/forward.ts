import { type Cards, derivedId, Refused } from '@prosa/contracts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { assertReaches } from '../../desk/conversations/conversation.through.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import type { Caller, Deps } from '../../kernel/deps.ts';
import { isOff } from '../connections/is-off.ts';
import { createThrough } from '../connections/through.ts';
import { connectionsOf, createDestinations, type Destination, type Served } from './destinations.ts';
import { createForwarded, looking } from './forwarded.ts';
import { createForwardedFiles, type FileCopy } from './forwarded-files.ts';
import { createReachOut } from './reach-out.ts';

type Asked = { by: Caller; identity: CommandIdentity; contactIds: readonly string[]; messageId: string };
type Sent = { contactId: string; id: string; ticketId: string | null; position: bigint };
/** The part of a forward for one contact: a command of its own, in the conversation that it is sent to. */
type Part = Destination & { contactId: string; commandId: string };
type Content = { body: string; cards: Cards; copy: FileCopy | null };

/** Forwards a message to contacts: to each once, however often the call is repeated, and to none if one of them cannot be written to. */
export const createForward = (deps: Deps) => {
  const { store } = deps;
  const reachOut = createReachOut(deps);
  const destinationOf = createDestinations(deps);
  const forwardedOf = createForwarded(deps);
  const files = createForwardedFiles(deps);
  const throughOf = createThrough(deps);

  const assertContact = async ({ companyId }: Caller, contactId: string): Promise<void> => {
    const contact = await readContact(store, companyId, contactId);
    if (!contact?.number) throw new Refused('ERR_NO_CONTACT_FOUND', { details: { contactId } });
  };

  const partOf = async ({ by, identity }: Asked, contactId: string, connections: readonly Served[]): Promise<Part> => {
    const commandId = derivedId(identity.commandId, contactId);
    return { contactId, commandId, ...(await destinationOf({ ...looking(by), commandId, contactId }, connections)) };
  };

  const send = async ({ by, identity }: Asked, part: Part, { body, cards, copy }: Content): Promise<Sent> => {
    const { contactId, commandId, connectionId } = part;
    const mine = { ...identity, commandId };
    const said = { origin: 'forward', userId: by.userId, body, contactId, connectionId, cards } as const;
    const carryOut = (file: object = {}) => reachOut.send(mine, said, file);
    const done = copy ? await files.sendWith(copy, mine, carryOut) : await carryOut();
    return { contactId, ...(await reachOut.sentBy(done, commandId)), position: done.position };
  };

  return async (asked: Asked): Promise<Sent[]> => {
    const { companyId } = asked.by;
    const connections = await connectionsOf(deps, companyId);
    const parts: Part[] = [];
    for (const contactId of asked.contactIds) parts.push(await partOf(asked, contactId, connections));
    const fresh = parts.filter(({ repeated }) => !repeated);
    let [body, cards]: [string, Cards] = ['', {}];
    let copies = new Map<string, FileCopy>();
    // A repeated call gets its first reply, whatever happened to the message and the contacts since.
    if (fresh.length > 0) {
      const forwarded = await forwardedOf(asked);
      ({ body, cards } = forwarded);
      const through = new Set(fresh.map(({ connectionId }) => connectionId));
      if (connections.some((one) => through.has(one.id) && isOff(one))) throw new Refused('ERR_WAPP_NOT_INITIALIZED');
      for (const { contactId } of parts) await assertContact(asked.by, contactId);
      if (forwarded.mediaId !== null) copies = await files.copy(forwarded.mediaId, companyId, fresh);
    }
    try {
      for (const { contactId, connectionId, state } of fresh)
        assertReaches(
          state,
          { origin: 'forward', body, cards, media: copies.get(contactId)?.facts },
          await throughOf(companyId, { connectionId }),
        );
      const sent: Sent[] = [];
      for (const part of parts) sent.push(await send(asked, part, { body, cards, copy: copies.get(part.contactId) ?? null }));
      return sent;
    } finally {
      await files.drop(copies.values());
    }
  };
};

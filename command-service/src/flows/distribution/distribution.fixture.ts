import {
  type Availability,
  type AvailabilityFact,
  type ConversationFact,
  childId,
  conversationKey,
  conversationOf,
  conversationStream,
  newId,
  type PresenceFact,
  type SessionFact,
  type Unstored,
} from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Scene } from '../../testing/world.fixture.ts';

type Event = Unstored<PresenceFact | AvailabilityFact | SessionFact | ConversationFact>;
const telling: Decider<Event[], null, Event> = { initial: () => null, decide: (events) => events, evolve: () => null };

/** What happens to the people and customers of a company, told as events. */
export const distributionScene = ({ handle, store }: Deps, { companyId, connectionId, queueId }: Scene) => {
  let told = 0;
  const tell = (stream: string, ...command: Event[]) =>
    handle({
      decider: telling,
      stream,
      command,
      commandId: newId(),
      companyId,
      actor: { kind: 'system', id: 'test' },
      missing: 'ERR_NO_USER_FOUND',
    });
  type Who = { id: string };
  const presence = (type: PresenceFact['type'], { id: userId }: Who) => {
    told += 1;
    return tell(`presence-${userId}`, { type, data: { userId, sequence: told, at: new Date().toISOString() } });
  };
  return {
    presence,
    signsIn: async (person: Who) => {
      await tell(`session-${person.id}`, { type: 'UserSignedIn', data: { userId: person.id, version: 1 } });
      await presence('UserCameOnline', person);
    },
    chooses: ({ id: userId }: Who, availability: Availability) =>
      tell(`availability-${userId}`, { type: 'AvailabilityChosen', data: { userId, availability } }),
    /** A new customer's ticket waits in a queue; returns its id. */
    waits: async (queue = queueId): Promise<string> => {
      const contactId = newId();
      const key = conversationKey(connectionId, contactId);
      const ticketId = childId(key, 'ticket:1');
      await tell(
        conversationStream(key),
        { type: 'ConversationStarted', data: { connectionId, contactId } },
        {
          type: 'TicketOpened',
          data: {
            ticketId,
            protocol: '000001',
            status: 'pending',
            queueId: queue,
            userId: null,
            connectionId,
            contactId,
            channel: 'simulator',
          },
        },
      );
      return ticketId;
    },
    /** Who has accepted a ticket, in order, and by whose act. */
    acceptedIn: async (ticketId: string) =>
      ((await store.load(conversationStream(conversationOf(ticketId)!))) as ConversationFact[]).flatMap(({ type, data, meta }) =>
        type === 'TicketAccepted' ? [{ userId: data.userId, distributed: data.distributed, by: meta.actor }] : [],
      ),
  };
};

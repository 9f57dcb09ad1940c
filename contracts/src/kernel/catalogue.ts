import { companyEvents, companyRoutes } from '../companies/companies.contract.ts';
import { connectionEvents, connectionRoutes } from '../connections/connections.contract.ts';
import { contactEvents, contactRoutes } from '../contacts/contacts.contract.ts';
import { liveRoutes } from '../live/live.contract.ts';
import { messageRoutes } from '../messages/messages.contract.ts';
import { queueEvents, queueRoutes } from '../queues/queues.contract.ts';
import { sessionEvents, sessionRoutes } from '../sessions/sessions.contract.ts';
import { tags } from '../tags/tags.record.ts';
import { conversationEvents, protocolEvents } from '../tickets/conversation.events.ts';
import { ticketRoutes } from '../tickets/tickets.contract.ts';
import { userEvents, userRoutes } from '../users/users.contract.ts';
import type { EventType, RouteDefinition } from './contract.ts';

/** Every event type of the house, by its name: what the codec knows and every projection must handle or ignore. */
export const allEvents: Record<string, EventType> = Object.fromEntries(
  [
    companyEvents,
    userEvents,
    sessionEvents,
    queueEvents,
    connectionEvents,
    contactEvents,
    conversationEvents,
    protocolEvents,
    tags.events,
  ]
    .flatMap((events) => Object.values(events) as EventType[])
    .map((definition) => [definition.type, definition]),
);

/** Every call of the API by feature: the one table from which servers register, the client is typed and OpenAPI is made. */
export const routes = {
  companies: companyRoutes,
  users: userRoutes,
  sessions: sessionRoutes,
  queues: queueRoutes,
  connections: connectionRoutes,
  contacts: contactRoutes,
  tickets: ticketRoutes,
  messages: messageRoutes,
  tags: tags.routes,
  live: liveRoutes,
};
export const allRoutes: RouteDefinition[] = Object.values(routes).flatMap(
  (feature) => Object.values(feature) as RouteDefinition[],
);

/** Which service answers a call: reads the projection side, `/auth` and all that changes something the command side (decisions.md 11). */
export const serviceOf = (call: string): 'command' | 'projection' =>
  call.startsWith('GET ') && !/^GET (\/api)?\/auth\//.test(call) ? 'projection' : 'command';

import { contactsFeature } from '../contacts/contacts.feature.ts';
import type { Feature } from '../kernel/feature.ts';
import { messagesFeature } from '../messages/messages.feature.ts';
import { queuesFeature } from '../queues/queues.feature.ts';
import { tagsFeature } from '../tags/tags.feature.ts';
import { tickets } from '../tickets/tickets.feature.ts';
import { usersFeature } from '../users/users.feature.ts';

/** Every feature behind the sign-in. The drawer shows their entries in this order. */
export const features: Feature[] = [tickets, messagesFeature, contactsFeature, queuesFeature, tagsFeature, usersFeature];

import { childId, conversationKey, Refused, routes } from '@prosa/contracts';
import { createThrough } from '../../channels/connections/through.ts';
import { createCheckNumber } from '../../contacts/contacts/checked-numbers.ts';
import { addressOf } from '../../contacts/contacts/contact.address.ts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { attendantOf } from '../../kernel/attendants.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { protocolOf } from '../conversation-kernel/protocol.ts';
import { createConverse, namingTheWinner } from '../conversations/conversations.ts';
import { ownTicket } from '../conversations/ticket.reply.ts';
import { closingCalls, closingEnds } from './closings.ts';
import { creating } from './creating.ts';
import { handingBack } from './handing-back.ts';
import { menusEnd } from './menus-end.ts';
import { ownOrNamed } from './on-behalf.ts';
import { silenceCloses } from './silence.ts';
import { snoozeCalls, snoozeEnds } from './snoozing.ts';
import { bulkCalls } from './tickets.bulk.ts';
import { lower, ofTicket as of, ticketChanges } from './tickets.changes.ts';
import { assertOwnConnection, connectionFor } from './tickets.facts.ts';
import { leaveDeletedOwners } from './tickets.reactors.ts';

const calls = (app: App, deps: Deps): void => {
  const { referenceData, store, handle } = deps;
  const converse = createConverse(handle);
  const changes = ticketChanges(deps);
  const throughOf = createThrough(deps);
  const checkNumber = createCheckNumber(deps);
  const protocol = protocolOf(handle);

  commandRoute(app, deps, routes.tickets.create, async ({ body, principal, identity }) => {
    const { companyId } = principal;
    const contactId = body.contactId.toLowerCase();
    const queueId = lower(body.queueId);
    const userId = ownOrNamed(principal, lower(body.userId));
    const whatsappId = lower(body.whatsappId);
    const connectionId = whatsappId ?? (await connectionFor(deps, companyId, null)).id;
    await assertOwnConnection(deps, companyId, connectionId);
    const key = conversationKey(connectionId, contactId);
    // Checked on a path that a repeat never takes, because what existed the first time may be gone now.
    const assertThere = async () => {
      const [connection, contact] = await Promise.all([
        connectionFor(deps, companyId, connectionId),
        readContact(store, companyId, contactId),
      ]);
      if (!contact) throw new Refused('ERR_NO_CONTACT_FOUND');
      if (queueId && !(await referenceData.queue(companyId, queueId))) throw new Refused('ERR_NO_QUEUE_FOUND');
      if (!(await attendantOf(deps, companyId, userId))) throw new Refused('ERR_NO_USER_FOUND');
      return { connection, contact };
    };
    let number: string | undefined;
    const created = converse(
      { ...identity, key, contactId, missing: 'ERR_IDENTITY_COLLISION' },
      async ({ unfinished, customerAt }) => {
        const { connection, contact } = await assertThere();
        const { channel } = connection;
        // A number from which the customer has written exists on the channel.
        if (customerAt === null && contact.number !== null && addressOf({ ...contact, number: contact.number }).kind === 'phone')
          await checkNumber(companyId, connection, contact.number);
        if (unfinished === null) number ??= await protocol.next(companyId);
        return {
          do: 'create ticket',
          by: principal,
          queueId,
          userId,
          protocol: number ?? '',
          connectionId,
          contactId,
          channel,
          through: await throughOf(companyId, { connectionId }),
        };
      },
    );
    const done = await namingTheWinner(referenceData, companyId, creating(created));
    return {
      position: done.position,
      reply: await ownTicket(store, done, principal, childId(done.key, `ticket:${identity.commandId}`)),
    };
  });

  commandRoute(app, deps, routes.tickets.change, async ({ params, query, body, principal, identity }) => {
    const ticketId = params.ticketId.toLowerCase();
    const done = await changes.change(identity, principal, ticketId, { ...body, msgAutomatic: query.msgAutomatic });
    return { position: done.position, reply: await ownTicket(store, done, principal, ticketId) };
  });

  commandRoute(app, deps, routes.tickets.delete, async ({ params, principal, identity }) => {
    const ticketId = params.ticketId.toLowerCase();
    const done = await converse({ ...identity, ...of(ticketId) }, { do: 'delete ticket', ticketId, by: principal });
    return { position: done.position, reply: null };
  });

  commandRoute(app, deps, routes.tickets.tag, async ({ body, principal, identity }) => {
    const ticketId = body.ticketId.toLowerCase();
    const done = await changes.tag(identity, principal, ticketId, { tags: body.tags });
    return { position: done.position, reply: await ownTicket(store, done, principal, ticketId) };
  });
};

const routesOf: NonNullable<Feature['routes']> = (app, deps) => {
  calls(app, deps);
  bulkCalls(app, deps);
  snoozeCalls(app, deps);
  handingBack(app, deps);
  closingCalls(app, deps);
};

/** Tickets: opened, changed and tagged by attendants. */
export const tickets: Feature = {
  name: 'tickets',
  routes: routesOf,
  reactors: [leaveDeletedOwners, menusEnd, silenceCloses, snoozeEnds, closingEnds],
};

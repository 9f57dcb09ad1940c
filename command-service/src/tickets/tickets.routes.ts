import { childId, conversationKey, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import { readContact } from '../contacts/contact.reading.ts';
import type { Caller, Feature } from '../kernel/deps.ts';
import { assertSameAsFirst } from '../kernel/first-asked.ts';
import type { ChangeBody } from './conversation.commands.ts';
import { createConverse, keyOf, namingTheWinner } from './conversations.ts';
import { createProtocol } from './protocol.ts';
import { assertOwnConnection, assertTag, connectionFor, rulesFor } from './tickets.facts.ts';
import { ownTicket } from './tickets.reply.ts';

export const ticketsRoutes: Feature = (app, deps) => {
  const { pool, desk, store, handle, commandOf } = deps;
  const converse = createConverse(handle);
  const protocol = createProtocol(handle);

  implement(app, routes.tickets.create, async ({ body, principal, request, reply }) => {
    const identity = commandOf(principal, request);
    const { companyId } = principal;
    await assertSameAsFirst(pool, request, identity);
    const contactId = body.contactId.toLowerCase();
    const queueId = lower(body.queueId);
    const userId = lower(body.userId) ?? principal.userId;
    const whatsappId = lower(body.whatsappId);
    const connectionId = whatsappId ?? (await connectionFor(deps, companyId, null)).id;
    await assertOwnConnection(deps, companyId, connectionId);
    const key = conversationKey(connectionId, contactId);
    // Looked for where a repeat never comes by: what was there then may be gone now.
    const assertThere = async () => {
      const [connection, contact] = await Promise.all([
        connectionFor(deps, companyId, connectionId),
        readContact(store, companyId, contactId),
      ]);
      if (!contact) throw new Refused('ERR_NO_CONTACT_FOUND');
      if (queueId && !(await desk.queue(companyId, queueId))) throw new Refused('ERR_NO_QUEUE_FOUND');
      if (!(await desk.user(companyId, userId))) throw new Refused('ERR_NO_USER_FOUND');
      return connection;
    };
    let number: string | undefined;
    const done = await namingTheWinner(
      desk,
      companyId,
      converse({ ...identity, key, contactId, missing: 'ERR_IDENTITY_COLLISION' }, async ({ unfinished }) => {
        const { channel } = await assertThere();
        if (unfinished === null) number ??= await protocol.next(companyId);
        return { do: 'create ticket', by: principal, queueId, userId, protocol: number ?? '', connectionId, contactId, channel };
      }),
    );
    answerPosition(reply, done.position);
    return ownTicket(store, done, principal, childId(done.key, `ticket:${identity.commandId}`));
  });

  implement(app, routes.tickets.change, async ({ params, query, body, principal, request, reply }) => {
    const ticketId = params.ticketId.toLowerCase();
    const change: ChangeBody = {
      status: body.status,
      ...(body.userId !== undefined && { userId: lower(body.userId) }),
      ...(body.queueId !== undefined && { queueId: lower(body.queueId) }),
    };
    const closing = { automatic: query.msgAutomatic, withoutRating: body.withoutRating ?? false };
    const done = await namingTheWinner(
      desk,
      principal.companyId,
      converse(await envelope(principal, request, ticketId), async (state) => ({
        do: 'change ticket',
        ticketId,
        by: principal,
        body: change,
        rules: await rulesFor(deps, principal.companyId, state, change, closing),
      })),
    );
    answerPosition(reply, done.position);
    return ownTicket(store, done, principal, ticketId);
  });

  implement(app, routes.tickets.tag, async ({ body, principal, request, reply }) => {
    const ticketId = body.ticketId.toLowerCase();
    const tagIds = body.tags.map((tag) => (typeof tag === 'string' ? tag : tag.id).toLowerCase());
    const done = await converse(await envelope(principal, request, ticketId), async () => {
      await Promise.all(tagIds.map((id) => assertTag(deps, principal.companyId, id)));
      return { do: 'tag ticket', ticketId, by: principal, tagIds };
    });
    answerPosition(reply, done.position);
    return ownTicket(store, done, principal, ticketId);
  });

  implement(app, routes.tickets.read, async ({ params, body, principal, request, reply }) => {
    const ticketId = params.ticketId.toLowerCase();
    const command = { do: 'read messages', ticketId, by: principal, upTo: body.upTo.toLowerCase() } as const;
    const done = await converse(await envelope(principal, request, ticketId), command);
    answerPosition(reply, done.position);
    return ownTicket(store, done, principal, ticketId);
  });

  const envelope = async (principal: Caller, request: Parameters<typeof commandOf>[1], ticketId: string) => {
    const key = keyOf(ticketId, 'ERR_NO_TICKET_FOUND');
    const identity = commandOf(principal, request);
    await assertSameAsFirst(pool, request, identity);
    return { ...identity, key, missing: 'ERR_NO_TICKET_FOUND' as const };
  };
};

const lower = (id: string | null | undefined): string | null => id?.toLowerCase() ?? null;

import { childId, type ErrorCode, type MessageOwn, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement, type Store } from '@prosa/infra/runtime';
import { idempotencyKey } from '../kernel/command-identity.ts';
import type { Caller, Feature } from '../kernel/deps.ts';
import { assertSameAsFirst } from '../kernel/first-asked.ts';
import { findAfter } from '../tickets/conversation.answer.ts';
import type { MessageBrief } from '../tickets/conversation.state.ts';
import { type Conversed, createConverse, keyOf } from '../tickets/conversations.ts';
import { messageAt } from './message.reading.ts';

export const messagesRoutes: Feature = (app, deps) => {
  const { pool, store, handle, commandOf } = deps;
  const converse = createConverse(handle);

  implement(
    app,
    routes.messages.send,
    async ({ params, body: { body, isObservation, signed, quotedMsg }, principal, request, reply }) => {
      const ticketId = params.ticketId.toLowerCase();
      const identity = await envelope(principal, request, ticketId, 'ERR_NO_TICKET_FOUND');
      const clientId = idempotencyKey(request);
      const quotedId = (typeof quotedMsg === 'string' ? quotedMsg : quotedMsg?.id)?.toLowerCase() ?? null;
      const signature = signed ? principal.name : null;
      const done = await converse(
        identity,
        isObservation
          ? { do: 'observe', ticketId, by: principal, body, clientId }
          : { do: 'send message', ticketId, by: principal, body, clientId, quotedId, signature },
      );
      answerPosition(reply, done.position);
      // Of what was asked and not of the state, so that a repeat answers the same however much was written since.
      return {
        id: childId(done.key, `out:${identity.commandId}`),
        ticketId,
        body,
        fromMe: true,
        ack: 1,
        isDeleted: false,
        isObservation,
        clientId,
        createdAt: done.at.toISOString(),
      };
    },
  );

  implement(app, routes.messages.retry, async ({ params, principal, request, reply }) => {
    const messageId = params.messageId.toLowerCase();
    const done = await converse(await envelope(principal, request, messageId), { do: 'retry message', messageId, by: principal });
    const message = await messageAfter(store, done, messageId);
    answerPosition(reply, done.position);
    return own(messageId, message, (await messageAt(store, messageId, message.seq))?.data.body ?? null);
  });

  implement(app, routes.messages.delete, async ({ params, principal, request, reply }) => {
    const messageId = params.messageId.toLowerCase();
    const done = await converse(await envelope(principal, request, messageId), {
      do: 'delete message',
      messageId,
      by: principal,
    });
    answerPosition(reply, done.position);
    return own(messageId, await messageAfter(store, done, messageId), '');
  });

  const envelope = async (
    principal: Caller,
    request: Parameters<typeof commandOf>[1],
    id: string,
    missing: ErrorCode = 'ERR_NO_MESSAGE_FOUND',
  ) => {
    const key = keyOf(id, missing);
    const identity = commandOf(principal, request);
    await assertSameAsFirst(pool, request, identity);
    return { ...identity, key, missing };
  };
};

/** What a command on a message answers of it, as `findAfter` finds it. */
const messageAfter = async (store: Store, done: Conversed, id: string): Promise<MessageBrief> => {
  const message = await findAfter(store, done, ({ messages }) => messages.get(id));
  if (!message) throw new Refused('ERR_NO_MESSAGE_FOUND');
  return message;
};

const own = (id: string, { ticketId, from, ack, deleted, clientId, at }: MessageBrief, body: string | null): MessageOwn => ({
  id,
  ticketId,
  body,
  fromMe: from !== 'customer',
  ack,
  isDeleted: deleted,
  isObservation: from === 'team',
  clientId,
  createdAt: new Date(at).toISOString(),
});

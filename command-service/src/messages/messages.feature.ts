import { childId, type ErrorCode, type MessageOwn, Refused, routes } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { findAfter } from '../conversations/conversation.answer.ts';
import type { MessageBrief } from '../conversations/conversation.state.ts';
import { type Conversed, createConverse, keyOf } from '../conversations/conversations.ts';
import { commandRoute } from '../kernel/command-route.ts';
import type { App, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';
import { messageAt } from './message.reading.ts';
import { sendMessages } from './messages.reactors.ts';

const calls = (app: App, deps: Deps): void => {
  const { store, handle } = deps;
  const converse = createConverse(handle);

  commandRoute(app, deps, routes.messages.send, async ({ params, body: sent, principal, identity, clientId }) => {
    const { body, isObservation, signed, quotedMsg } = sent;
    const ticketId = params.ticketId.toLowerCase();
    const quotedId = (typeof quotedMsg === 'string' ? quotedMsg : quotedMsg?.id)?.toLowerCase() ?? null;
    const signature = signed ? principal.name : null;
    const done = await converse(
      { ...identity, ...of(ticketId, 'ERR_NO_TICKET_FOUND') },
      isObservation
        ? { do: 'observe', ticketId, by: principal, body, clientId }
        : { do: 'send message', ticketId, by: principal, body, clientId, quotedId, signature },
    );
    // Of what was asked and not of the state, so that a repeat answers the same however much was written since.
    const reply = {
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
    return { position: done.position, reply };
  });

  commandRoute(app, deps, routes.messages.retry, async ({ params, principal, identity }) => {
    const messageId = params.messageId.toLowerCase();
    const done = await converse({ ...identity, ...of(messageId) }, { do: 'retry message', messageId, by: principal });
    const message = await messageAfter(store, done, messageId);
    const { body } = (await messageAt(store, messageId, message.seq))?.data ?? {};
    return { position: done.position, reply: own(messageId, message, body ?? null) };
  });

  commandRoute(app, deps, routes.messages.delete, async ({ params, principal, identity }) => {
    const messageId = params.messageId.toLowerCase();
    const done = await converse({ ...identity, ...of(messageId) }, { do: 'delete message', messageId, by: principal });
    return { position: done.position, reply: own(messageId, await messageAfter(store, done, messageId), '') };
  });
};

/** Messages of the attendants: sent, sent again, deleted. */
export const messages: Feature = { name: 'messages', routes: calls, reactors: [sendMessages] };

/** The conversation of a ticket or message. */
const of = (id: string, missing: ErrorCode = 'ERR_NO_MESSAGE_FOUND') => ({ key: keyOf(id, missing), missing });

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

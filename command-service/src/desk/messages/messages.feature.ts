import {
  type ChosenTemplate,
  childId,
  type ErrorCode,
  type MediaFacts,
  type Mention,
  type MessageOwn,
  Refused,
  routes,
} from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { templatesOf } from '../../channels/connections/templates.ts';
import { createThrough } from '../../channels/connections/through.ts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { claiming, replyToAll, sendEach } from '../../media/sent-files.ts';
import { seen } from '../conversation-kernel/conversation.rules.ts';
import type { MessageBrief } from '../conversation-kernel/conversation.state.ts';
import { findAfter } from '../conversations/conversation.answer.ts';
import { written } from '../conversations/conversation.messages.ts';
import { type Asked, type Conversed, createConverse, keyOf } from '../conversations/conversations.ts';
import { messageAt } from './message.reading.ts';
import { sendMessages, tellReads } from './messages.reactors.ts';
import { createSentFiles } from './sent-files.ts';

/** A sent message: the place of its event, and whether an earlier call had sent it. */
type Sent = { position: bigint; reply: MessageOwn; repeated: boolean; revision: bigint };
type SendMessage = Omit<Extract<Asked, { do: 'send message' }>, 'through'> | Extract<Asked, { do: 'observe' }>;

const calls = (app: App, deps: Deps): void => {
  const { store, handle } = deps;
  const converse = createConverse(handle);
  const throughOf = createThrough(deps);

  const templates = templatesOf(deps);
  const { identify, formOf, copyOf, staging } = createSentFiles(deps);

  /** Sends one message. The reply is built from the request and not from the state, so that a repeated call gets the same reply. */
  const send = async (identity: CommandIdentity, asked: SendMessage): Promise<Sent> => {
    const { ticketId, body, clientId } = asked;
    const done = await converse({ ...identity, ...of(ticketId, 'ERR_NO_TICKET_FOUND') }, async ({ started }) => {
      if (asked.do === 'observe') return asked;
      return { ...asked, through: await throughOf(identity.companyId, started) };
    });
    const reply = {
      id: childId(done.key, `out:${identity.commandId}`),
      ticketId,
      body,
      fromMe: true,
      ack: 1,
      isDeleted: false,
      isObservation: asked.do === 'observe',
      clientId,
      createdAt: done.at.toISOString(),
    };
    return { position: done.position, reply, repeated: done.repeated, revision: done.revision };
  };

  /** Whom an observation names, as the rules judge them. */
  const named = (mentions: readonly Mention[] = [], { companyId }: CommandIdentity) =>
    Promise.all(
      mentions.map(async ({ userId, ...place }) => {
        const id = userId.toLowerCase();
        return { ...place, userId: id, viewer: await deps.referenceData.actorOf({ companyId, userId: id }) };
      }),
    );

  /** The reply of a command on a message of which only its id is known here. */
  const asItStands = async (done: Conversed, id: string) => {
    const message = await messageAfter(store, done, id);
    const { body } = (await messageAt(store, id, message.seq))?.data ?? {};
    return { position: done.position, reply: own(id, message, body ?? null) };
  };

  /** Sends a template. What the customer reads is made of the channel's own words; a repeat finds it in the message. */
  const sendTemplate = async (
    identity: CommandIdentity,
    asked: SendMessage & { do: 'send message' },
    template: ChosenTemplate,
  ) => {
    const { ticketId, by } = asked;
    const { companyId } = identity;
    const done = await converse({ ...identity, ...of(ticketId, 'ERR_NO_TICKET_FOUND') }, async (state) => {
      written(seen(state, ticketId, by));
      const started = state.started!;
      const body = await templates.textOf({ companyId, connectionId: started.connectionId }, template);
      return { ...asked, body, template, through: await throughOf(companyId, started) };
    });
    return asItStands(done, childId(done.key, `out:${identity.commandId}`));
  };

  const sendFile = (identity: CommandIdentity, asked: SendMessage & { do: 'send message' }, mediaId: string) =>
    claiming(staging, identity, mediaId, ({ facts, subjectId }) =>
      send(identity, { ...asked, media: facts, mediaOf: subjectId }),
    );

  /**
   * Whether the message has this file: a repeated call brings a second copy, unless the first call committed and only its answer was lost.
   */
  const names = async ({ reply, revision }: Sent, mediaId: string): Promise<boolean> => {
    const sent = await messageAt(store, reply.id, Number(revision));
    return sent?.type === 'MessageSent' && sent.data.media?.mediaId === mediaId;
  };

  /** Sends files as a message each, the words with the first of them. What no message names in the end is dropped. */
  const sendFiles = (identity: CommandIdentity, message: SendMessage & { do: 'send message' }, files: readonly MediaFacts[]) =>
    sendEach(
      { staging, identity, clientId: message.clientId, files },
      ({ command, mediaId, isFirst, clientId }) =>
        sendFile(command, isFirst ? message : { ...message, body: '', quotedId: null, clientId }, mediaId),
      async (one, mediaId) => !one.repeated || names(one, mediaId),
    );

  commandRoute(
    app,
    deps,
    routes.messages.send,
    async ({ params, body: sent, principal, identity, clientId, request }) => {
      const ticketId = params.ticketId.toLowerCase();
      const common = { ticketId, by: principal };
      const signatureOf = (signed: boolean) => (signed ? principal.name : null);
      const form = formOf(request);
      if (!form) {
        const { body, isObservation, signed, quotedMsg, mediaId, mediaUrl, template, waveform, mentions } = sent;
        const quotedId = (typeof quotedMsg === 'string' ? quotedMsg : quotedMsg?.id)?.toLowerCase() ?? null;
        if (isObservation)
          return send(identity, { do: 'observe', ...common, body, clientId, mentions: await named(mentions, identity) });
        const message = { do: 'send message', ...common, body, clientId, quotedId, signature: signatureOf(signed) } as const;
        if (template) return sendTemplate(identity, { ...message, signature: null }, template);
        if (mediaUrl) {
          const [sent] = await sendFiles(identity, message, [await copyOf(mediaUrl, identity, ticketId, principal)]);
          return sent;
        }
        return mediaId ? sendFile(identity, { ...message, ...(waveform && { waveform }) }, mediaId) : send(identity, message);
      }
      const { files } = form;
      const { body, signed, quotedMsg: quotedId = null } = form.sent;
      const message = { do: 'send message', ...common, body, clientId, quotedId, signature: signatureOf(signed) } as const;
      if (files.length === 0) return send(identity, message);
      return replyToAll(await sendFiles(identity, message, files));
    },
    identify,
  );

  commandRoute(app, deps, routes.messages.retry, async ({ params, principal, identity }) => {
    const messageId = params.messageId.toLowerCase();
    const done = await converse({ ...identity, ...of(messageId) }, async ({ started }) => ({
      do: 'retry message',
      messageId,
      by: principal,
      through: await throughOf(principal.companyId, started),
    }));
    return asItStands(done, messageId);
  });

  commandRoute(app, deps, routes.messages.delete, async ({ params, principal, identity }) => {
    const messageId = params.messageId.toLowerCase();
    const done = await converse({ ...identity, ...of(messageId) }, async ({ started }) => {
      const { abilities, now } = await throughOf(principal.companyId, started);
      return { do: 'delete message', messageId, by: principal, within: abilities.deletesMs, now };
    });
    return { position: done.position, reply: own(messageId, await messageAfter(store, done, messageId), '') };
  });
};

/** Attendants' messages: sending, retrying, deleting. */
export const messages: Feature = { name: 'messages', routes: calls, reactors: [sendMessages, tellReads] };

/** The conversation of a ticket or message. */
const of = (id: string, missing: ErrorCode = 'ERR_NO_MESSAGE_FOUND') => ({ key: keyOf(id, missing), missing });

/** Returns the message as it was after a command on it, as `findAfter` finds it. */
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

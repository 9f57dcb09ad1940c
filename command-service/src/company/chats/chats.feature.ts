import {
  type ChatFact,
  type ChatMessageOwn,
  chatMediaTypeOf,
  chatStream,
  derivedId,
  Refused,
  routes,
  servesTickets,
} from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Caller, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import type { Handled } from '../../kernel/handler.ts';
import { asItWas } from '../../kernel/state-as-of.ts';
import { claiming, replyToAll, sendEach } from '../../media/sent-files.ts';
import { type ChatCommand, type ChatState, chats as decider } from './chats.decider.ts';
import { createSentInChats } from './sent-in-chats.ts';

type Posted = Extract<ChatFact, { type: 'ChatMessagePosted' }>['data'];
type Words = Pick<Extract<ChatCommand, { do: 'post message' }>, 'message' | 'media' | 'clientId'>;

const calls = (app: App, deps: Deps): void => {
  const { store, handle, referenceData } = deps;
  const { identify, formOf, staging } = createSentInChats(deps);

  const on = (chatId: string) => ({ decider, stream: chatStream(chatId), missing: 'ERR_NO_CHAT_FOUND' }) as const;

  /** The ids of the company's users, except auditors; read again if one of `named` is not known yet. */
  const colleaguesOf = async (companyId: string, named: readonly string[] = []): Promise<string[]> => {
    await Promise.all(named.map((id) => referenceData.user(companyId, id)));
    const users = [...(await referenceData.users(companyId)).values()];
    return users.filter((user) => !user.deleted && servesTickets(user)).map(({ id }) => id);
  };

  /** Answers the chat as the command left it, a repeat too. */
  const own = async (chatId: string, companyId: string, done: Handled<ChatState, unknown>) => {
    const chat = await asItWas(store, on(chatId), done, ({ chat }) =>
      chat ? { title: chat.title, ownerId: chat.ownerId, userIds: [...chat.reads.keys()] } : undefined,
    );
    if (!chat) throw new Refused('ERR_NO_CHAT_FOUND');
    return { position: done.position, reply: { id: chatId, uuid: chatId, companyId, ...chat } };
  };

  commandRoute(app, deps, routes.chats.create, async ({ body: { title, users }, principal: by, identity }) => {
    const chatId = derivedId(identity.commandId, 'chat');
    const { companyId } = identity;
    const done = await handle({
      ...identity,
      ...on(chatId),
      isNew: true,
      command: async () => ({
        do: 'create chat' as const,
        chatId,
        title,
        users,
        colleagues: await colleaguesOf(companyId, users),
        by,
      }),
    });
    return own(chatId, companyId, done);
  });

  commandRoute(app, deps, routes.chats.change, async ({ params: { id }, body: { title, users }, principal: by, identity }) => {
    const { companyId } = identity;
    const done = await handle({
      ...identity,
      ...on(id),
      command: async () => ({ do: 'change chat' as const, title, users, colleagues: await colleaguesOf(companyId, users), by }),
    });
    return own(id, companyId, done);
  });

  commandRoute(app, deps, routes.chats.delete, async ({ params: { id }, principal: by, identity }) => {
    const { position } = await handle({ ...identity, ...on(id), command: { do: 'delete chat', by } });
    return { position, reply: null };
  });

  commandRoute(app, deps, routes.chats.read, async ({ params: { id }, body, principal: by, identity }) => {
    const { userId } = by;
    if (body?.userId && body.userId !== userId) throw new Refused('ERR_NO_PERMISSION');
    const { position } = await handle({ ...identity, ...on(id), command: { do: 'read chat', by } });
    return { position, reply: { id, userId, unreads: 0 as const } };
  });

  /** Posts one message. A repeat is answered with the message that the first call posted. */
  const post = async (identity: CommandIdentity, chatId: string, by: Caller, words: Words) => {
    const messageId = derivedId(identity.commandId, 'chat-message');
    const { revision, position, at } = await handle({
      ...identity,
      ...on(chatId),
      contactId: by.userId,
      command: { do: 'post message', messageId, by, ...words },
    });
    const [fact] = (await store.load(chatStream(chatId), { from: revision, max: 1 })) as unknown as [{ data: Posted }];
    return { position, posted: fact.data, reply: messageOwn(fact.data, at) };
  };

  commandRoute(
    app,
    deps,
    routes.chats.post,
    async ({ params: { id }, body, principal: by, identity, clientId, request }) => {
      const form = formOf(request);
      if (!form) return post(identity, id, by, { message: body.message, media: null, clientId });
      const { files, sent } = form;
      const message = sent.body.trim();
      if (files.length === 0) return post(identity, id, by, { message, media: null, clientId });
      const done = await sendEach(
        { staging, identity, clientId, files },
        ({ command, mediaId, isFirst, clientId: own }) =>
          claiming(staging, command, mediaId, ({ facts }) =>
            post(command, id, by, { message: isFirst ? message : '', media: facts, clientId: own }),
          ),
        ({ posted }, mediaId) => posted.media?.mediaId === mediaId,
      );
      return replyToAll(done);
    },
    identify,
  );
};

/** Chats among colleagues. */
export const chats: Feature = { name: 'chats', routes: calls };

const messageOwn = ({ messageId: id, chatId, seq, senderId, message, media, clientId }: Posted, at: Date): ChatMessageOwn => ({
  id,
  chatId,
  seq,
  senderId,
  message,
  mediaName: media?.name ?? null,
  mediaType: media && chatMediaTypeOf(media.kind),
  clientId,
  createdAt: at.toISOString(),
});

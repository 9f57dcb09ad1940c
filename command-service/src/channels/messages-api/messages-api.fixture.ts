import { randomBytes } from 'node:crypto';
import { type ApiMessage, conversationOf, conversationStream } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import type { Sent } from '../../media/media.fixture.ts';
import { ask, makeConnection, makeScene, type Scene } from '../../testing/world.fixture.ts';

export type Reply = ApiMessage & { ids?: string[]; error?: string; fields?: object; details?: { retryAfter?: number } };
export const newToken = () => randomBytes(24).toString('base64url');

/** The calls of the message API through an instance, and what came of them. */
export const messagesApiOf = (service: CommandService) => {
  /** Gives a connection a token by the call that does. */
  const give = (of: Pick<Scene, 'connectionId' | 'admin'>, token: string, through = service) =>
    ask<Reply>(through, `PUT /whatsapp/${of.connectionId}`, { token: of.admin.token, body: { token } });
  return {
    give,
    /** A company whose connection has a token. */
    withToken: async (more?: Parameters<typeof makeScene>[1]) => {
      const scene = await makeScene(service, more);
      const token = newToken();
      expect((await give(scene, token)).status).toBe(200);
      return { scene, token };
    },
    /** A second connection of a company, with a token. */
    secondOf: async (scene: Scene) => {
      const connectionId = await makeConnection(service.deps, scene.companyId, { queueIds: [scene.queueId], name: 'Segunda' });
      const token = newToken();
      await give({ ...scene, connectionId }, token);
      return { connectionId, token };
    },
    send: (token: string, body: object, key?: string, through = service) =>
      ask<Reply>(through, 'POST /messages/send', { token, body, ...(key && { key }) }),
    sentAs: (token: string, id: string) => ask<Reply>(service, `GET /messages/sent/${id}`, { token }),
    /** The messages of a message's conversation. */
    factsOf: async (id: string): Promise<Sent[]> =>
      (await service.deps.store.load(conversationStream(conversationOf(id)!))).filter(
        ({ type }) => type === 'MessageSent' || type === 'OutreachSent',
      ) as Sent[],
  };
};

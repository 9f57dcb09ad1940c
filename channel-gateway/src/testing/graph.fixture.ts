import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type GatewayAnswer,
  type GatewayQuestion,
  gatewayCalls,
  type Identity,
  type Inbound,
  newId,
  type Outbound,
} from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';
import type { GatewayOptions } from '../app.ts';
import { GRAPH_TIMINGS, type GraphTimings } from '../channels/graph/graph.session.ts';
import { metaProvidersWith } from '../channels/meta/meta.providers.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { openWorld, tokenSecret, until, writer } from './gateway.fixture.ts';
import { whatsAppMessage } from './graph-stand-in/bodies.ts';
import { textOf } from './graph-stand-in/delivered.ts';
import { startGraphStandIn } from './graph-stand-in/graph-stand-in.ts';
import type { WhatsAppNumber } from './graph-stand-in/model.ts';

type Without<One> = One extends GatewayQuestion ? Omit<One, 'companyId' | 'channel' | 'provider'> : never;
type Asked = Without<GatewayQuestion>;
type Account = { channel: 'whatsapp' | 'facebook' | 'instagram'; externalId: string; secrets: Record<string, string> };
type Send = Extract<Outbound, { kind: 'send' }>;
type Sent = Pick<Send, 'messageId'>;
export type Received = Extract<Inbound, { kind: 'message' }>;

const calls = internalCalls(tokenSecret);

/** A world whose gateways reach a Graph of this machine. */
export const openGraphWorld = async () => {
  const world = await openWorld();
  const graph = await startGraphStandIn();
  let url = '';
  /** The address at which Meta fetches our files: it leads to the gateway that was started last. */
  const outside = createServer((request, response) => {
    response.writeHead(307, { location: `${url}${request.url}` }).end();
  });
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const publicUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

  const gateway = async (options: GatewayOptions = {}, timings: Partial<GraphTimings> = {}) => {
    const started = await world.gateway({
      providers: (tools) => [
        simulatorProvider(tools),
        ...metaProvidersWith({ ...GRAPH_TIMINGS, pauseMs: 200, ...timings })({
          ...tools,
          env: { ...tools.env, ...graph.env, PROSA_PUBLIC_URL: publicUrl },
        }),
      ],
      ...options,
    });
    ({ url } = started);
    graph.webhooks.to(url);
    return started;
  };
  const signed = async (method: string, path: string, body: object) => {
    const text = JSON.stringify(body);
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', [INTERNAL_SIGNATURE]: calls.sign(method, path, text) },
      body: text,
    });
    return { status: reply.status, body: reply.status === 204 ? null : await reply.json() };
  };
  const providerOf = (channel: Account['channel']): string => (channel === 'whatsapp' ? 'cloud' : 'beta');
  const stateOf = async (id: string) => {
    const { rows } = await world.pool.query<{
      status: string;
      reason: string | null;
      until: Date | null;
      account: string | null;
    }>('select status, reason, until, account from gateway.session where connection_id = $1', [id]);
    return rows[0] ?? null;
  };
  const isIn = (id: string, status: string, reason: string | null = null) =>
    until(`it is ${status}`, async () => {
      const state = await stateOf(id);
      return state?.status === status && state.reason === reason ? state : null;
    });
  const put = (id: string, { channel, externalId, secrets }: Account, companyId = world.companyId) =>
    signed('PUT', gatewayCalls.secrets(id), { companyId, channel, provider: providerOf(channel), secrets, externalId });
  /** Everything that was reported of one kind. */
  const told = <Kind extends Inbound['kind']>(id: string, kind: Kind): Extract<Inbound, { kind: Kind }>[] =>
    world.heard.filter(
      (said): said is Extract<Inbound, { kind: Kind }> =>
        said.kind === kind && 'connectionId' in said && said.connectionId === id,
    );
  const connect = async (account: Account, companyId = world.companyId): Promise<string> => {
    const id = newId();
    await put(id, account, companyId);
    await world.connection({
      connectionId: id,
      companyId,
      channel: account.channel,
      provider: providerOf(account.channel),
      status: 'OPENING',
    });
    // Told as well: of two states that follow each other closely only the later one is.
    await until('it is told', () => told(id, 'session').some(({ status }) => status === 'CONNECTED'));
    return id;
  };
  const received = (id: string): Received[] =>
    world.heard.filter((said): said is Received => said.kind === 'message' && said.connectionId === id);
  const accountOf = (channel: Account['channel']): Omit<Account, 'channel'> & { of: string[]; token: string } => {
    if (channel === 'whatsapp') {
      const { id, wabaId, token } = graph.number();
      return { of: [id, wabaId], token, secrets: { accessToken: token, wabaId }, externalId: id };
    }
    const { id, instagram, token } = graph.page('Loja', channel === 'instagram');
    return { of: [id], token, secrets: { accessToken: token, pageId: id }, externalId: instagram?.id ?? id };
  };

  return {
    ...world,
    graph,
    gateway,
    signed,
    stateOf,
    isIn,
    put,
    ask: async <Question extends Asked>(channel: Account['channel'], question: Question) => {
      const { status, body } = await signed('POST', gatewayCalls.ask, {
        companyId: world.companyId,
        channel,
        provider: providerOf(channel),
        ...question,
      });
      return { status, body: body as Extract<GatewayAnswer, { kind: Question['kind'] }> };
    },
    /** A connection of an account, ready to send. */
    connect,
    /** The same, of a new account of the channel. */
    shop: async (channel: Account['channel']) => {
      const { of, token, secrets, externalId } = accountOf(channel);
      const id = await connect({ channel, externalId, secrets });
      const customer = (nth: number) => {
        const number = `551198765${4_000 + nth}`;
        const person = channel === 'whatsapp' ? number : graph.person(`7000000${1_000 + nth}`, 'Carla Souza', channel);
        const to: Identity =
          channel === 'whatsapp'
            ? { kind: 'phone', value: number }
            : { kind: channel === 'facebook' ? 'psid' : 'igsid', value: `${externalId}/${person}` };
        return { ana: writer(world.companyId, id, number), to };
      };
      return {
        id,
        account: externalId,
        token,
        /** Gives it another token, as an administrator does. */
        renew: () => put(id, { channel, externalId, secrets: { ...secrets, accessToken: graph.token(of) } }),
        /** An attendant who writes to the `nth` customer. */
        writesTo: (nth: number) => {
          const { ana, to } = customer(nth);
          return (body: string | null, more: Partial<Send> = {}): Send => ana.message(body, { to, ...more });
        },
        /** Somebody has read a message of the first customer. */
        read: (channelId: string): Outbound => {
          const { ana, to } = customer(1);
          return ana.reads([channelId], '1', to);
        },
        /** The texts that Graph has accepted, in order; of a file its caption. */
        texts: () => graph.accepted.filter(({ account }) => account === externalId).map(textOf),
      };
    },
    /** A customer's document comes to a number; returns what asks for its bytes. */
    documentFor: async (
      id: string,
      number: WhatsAppNumber,
      bytes: Buffer,
      { sha256 = createHash('sha256').update(bytes).digest('base64'), keep = true } = {},
    ): Promise<Extract<Outbound, { kind: 'fetch' }>> => {
      const file = graph.keepFile(bytes, 'application/pdf', 'nota.pdf', number.id);
      if (!keep) graph.files.delete(file.id);
      const document = { id: file.id, mime_type: 'application/pdf', filename: 'nota.pdf', sha256 };
      const body = whatsAppMessage(number, { number: '5511987654321' }, `wamid.${newId()}`, { type: 'document', document });
      const { status } = await graph.webhooks.post(JSON.stringify(body));
      if (status !== 200) throw new Error(`The webhook was answered ${status}.`);
      const { media } = await until('it is told', () => received(id)[0]);
      const { conversation, messageId, position, at } = writer(world.companyId, id).message('');
      return {
        kind: 'fetch',
        companyId: world.companyId,
        connectionId: id,
        conversation,
        messageId,
        media: { mediaId: media!.mediaId, kind: media!.kind, name: media!.name },
        attempt: 1,
        subjectId: newId(),
        position,
        at,
      };
    },
    cloud: (number: WhatsAppNumber & { token: string }): Account => ({
      channel: 'whatsapp',
      externalId: number.id,
      secrets: { accessToken: number.token, wabaId: number.wabaId },
    }),
    /** Messages reported of a connection's customers, in order. */
    received,
    told,
    attendant: (id: string, number?: string) => writer(world.companyId, id, number),
    isTaken: ({ messageId }: Sent) => until('it is taken', () => world.outcomesOf(messageId).includes('taken')),
    /** Why a message has failed. */
    failureOf: async ({ messageId }: Sent): Promise<string | null> => {
      await until('it has failed', () => world.outcomesOf(messageId).includes('failed'));
      const last = world.heard.findLast((said) => said.kind === 'outcome' && said.messageId === messageId);
      return last?.kind === 'outcome' ? last.reason : null;
    },
    /** Messages that Graph has accepted for an account. */
    acceptedOf: (account: string) => graph.accepted.filter((one) => one.account === account),
    close: async (): Promise<void> => {
      await world.close();
      await graph.close();
      outside.close();
    },
  };
};
export type GraphWorld = Awaited<ReturnType<typeof openGraphWorld>>;

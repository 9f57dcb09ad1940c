import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GatewayAnswer, type GatewayQuestion, gatewayCalls, type Inbound, newId, type Outbound } from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';
import type { GatewayOptions } from '../app.ts';
import { GRAPH_TIMINGS, type GraphTimings } from '../channels/graph/graph.session.ts';
import { metaProvidersWith } from '../channels/meta/meta.providers.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { openWorld, tokenSecret, until, writer } from './gateway.fixture.ts';
import { startGraphStandIn } from './graph-stand-in/graph-stand-in.ts';
import type { WhatsAppNumber } from './graph-stand-in/model.ts';

type Without<One> = One extends GatewayQuestion ? Omit<One, 'companyId' | 'channel' | 'provider'> : never;
type Asked = Without<GatewayQuestion>;
type Account = { channel: 'whatsapp' | 'facebook' | 'instagram'; externalId: string; secrets: Record<string, string> };
type Sent = Pick<Extract<Outbound, { kind: 'send' }>, 'messageId'>;
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
    const { rows } = await world.pool.query<{ status: string; reason: string | null; account: string | null }>(
      'select status, reason, account from gateway.session where connection_id = $1',
      [id],
    );
    return rows[0] ?? null;
  };
  const isIn = (id: string, status: string, reason: string | null = null) =>
    until(`it is ${status}`, async () => {
      const state = await stateOf(id);
      return state?.status === status && state.reason === reason ? state : null;
    });
  const put = (id: string, { channel, externalId, secrets }: Account, companyId = world.companyId) =>
    signed('PUT', gatewayCalls.secrets(id), { companyId, channel, provider: providerOf(channel), secrets, externalId });

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
    connect: async (account: Account, companyId = world.companyId): Promise<string> => {
      const id = newId();
      await put(id, account, companyId);
      await world.connection({
        connectionId: id,
        companyId,
        channel: account.channel,
        provider: providerOf(account.channel),
        status: 'OPENING',
      });
      await isIn(id, 'CONNECTED');
      return id;
    },
    cloud: (number: WhatsAppNumber & { token: string }): Account => ({
      channel: 'whatsapp',
      externalId: number.id,
      secrets: { accessToken: number.token, wabaId: number.wabaId },
    }),
    /** What was reported of a connection's customers, in order. */
    received: (id: string): Received[] =>
      world.heard.filter((said): said is Received => said.kind === 'message' && said.connectionId === id),
    /** Everything that was reported of one kind. */
    told: <Kind extends Inbound['kind']>(id: string, kind: Kind): Extract<Inbound, { kind: Kind }>[] =>
      world.heard.filter(
        (said): said is Extract<Inbound, { kind: Kind }> =>
          said.kind === kind && 'connectionId' in said && said.connectionId === id,
      ),
    attendant: (id: string, number?: string) => writer(world.companyId, id, number),
    isTaken: ({ messageId }: Sent) => until('it is taken', () => world.outcomesOf(messageId).includes('taken')),
    /** Why a message has failed. */
    failureOf: async ({ messageId }: Sent): Promise<string | null> => {
      await until('it has failed', () => world.outcomesOf(messageId).includes('failed'));
      const last = world.heard.findLast((said) => said.kind === 'outcome' && said.messageId === messageId);
      return last?.kind === 'outcome' ? last.reason : null;
    },
    /** What Graph has accepted for an account. */
    acceptedOf: (account: string) => graph.accepted.filter((one) => one.account === account),
    close: async (): Promise<void> => {
      await world.close();
      await graph.close();
      outside.close();
    },
  };
};
export type GraphWorld = Awaited<ReturnType<typeof openGraphWorld>>;

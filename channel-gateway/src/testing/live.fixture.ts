import {
  type LiveMe,
  newId,
  type PushChange,
  type PushMessage,
  roomsOfUser,
  type Seen,
  type ServerFrame,
  sees,
  topics,
} from '@prosa/contracts';
import { accessTokens } from '@prosa/infra/runtime';
import fastify from 'fastify';
import { WebSocket } from 'ws';
import type { GatewayOptions } from '../app.ts';
import { openWorld, tokenSecret, until } from './gateway.fixture.ts';

type Pushed = Extract<ServerFrame, { type: 'push' }>;
type Person = Omit<LiveMe, 'rooms' | 'position'>;
const tokens = accessTokens(tokenSecret);

/**
 * A gateway with a projection side that serves two calls, over HTTP, from the rows that the test keeps: `GET /api/live/me`, and a ticket for
 * who sees it. The real service is another package, which this one may not import; the test publishes its pushes.
 */
export const openLiveWorld = async (hub: GatewayOptions['hub'] = {}, options: GatewayOptions = {}) => {
  const world = await openWorld();
  const people = new Map<string, Person>();
  const tickets = new Map<string, Seen>();
  let position = 100;
  let beforeAnswer: (userId: string) => Promise<void> = async () => undefined;

  const projection = fastify();
  projection.get('/api/live/me', async (request, reply) => {
    const claims = await tokens.verifyAccess(request.headers.authorization!.slice('Bearer '.length));
    const person = people.get(claims.userId);
    if (!person || person.version > claims.version)
      return reply.status(401).send({ error: 'ERR_UNAUTHENTICATED', message: 'Entre.' });
    const answer: LiveMe = { ...person, rooms: roomsOfUser(person.companyId, person), position: String(position) };
    await beforeAnswer(claims.userId);
    return answer;
  });
  projection.get<{ Params: { id: string } }>('/api/tickets/u/:id', async (request, reply) => {
    const claims = await tokens.verifyAccess(request.headers.authorization!.slice('Bearer '.length));
    const [person, ticket] = [people.get(claims.userId), tickets.get(request.params.id)];
    if (!person || !ticket || person.companyId !== world.companyId || !sees(person, ticket))
      return reply.status(404).send({ error: 'ERR_NO_TICKET_FOUND', message: '' });
    return reply.header('prosa-position', String(position)).send({ ...ticket, companyId: world.companyId });
  });
  const projectionUrl = await projection.listen({ host: '127.0.0.1', port: 0 });

  const publish = (value: PushMessage) =>
    world.bus.publish([{ topic: topics.push, key: 'companyId' in value ? (value.companyId ?? 'all') : 'tick', value }]);
  const tick = () => publish({ kind: 'tick', position: String(position) });
  const ticking = setInterval(() => void tick().catch(() => undefined), 200);
  const another = () => world.gateway({ ...options, hub: { jitterMs: { lost: 0, asked: 0 }, ...hub } }, projectionUrl);
  const gateway = await another();
  await until('it is ready', async () => (await fetch(`${gateway.url}/readyz`)).ok);

  const screens = new Set<WebSocket>();
  const liveWorld = {
    ...world,
    url: gateway.url,
    closeGateway: gateway.close,
    projection,
    /** Starts another instance. */
    another,
    /** The tickets of the company, by id. */
    tickets,
    position: () => position,
    /** Events that push nothing: the next tick is beyond them, too. Returns the position. */
    goOn: (events: number): number => (position += events),
    tick,
    /** Runs between the projection side's answer about a user and its sending. Screens of earlier tests may be asked about, too. */
    holdAnswers: (hold: (userId: string) => Promise<void>) => {
      beforeAnswer = hold;
    },
    publish,
    /** Publishes a batch: its changes at the next position. */
    push: async (changes: PushChange[], companyId = world.companyId): Promise<string> => {
      position += 1;
      await publish({ kind: 'changes', companyId, position: String(position), changes });
      return String(position);
    },
    person: (more: Partial<Person> = {}): Person => {
      const person: Person = {
        userId: newId(),
        companyId: world.companyId,
        profile: 'user',
        queueIds: [],
        seesGrey: false,
        super: false,
        version: 1,
        ...more,
      };
      people.set(person.userId, person);
      return person;
    },
    token: ({ userId, companyId, version }: Person) => tokens.signAccess({ userId, companyId, version }),
    open: (headers: Record<string, string> = {}, url = gateway.url) => {
      const ws = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers });
      screens.add(ws);
      return screenOf(ws);
    },
    /** Signs in on a new socket, and waits for the welcome. */
    screen: async (person: Person, { after, joins = [], url }: { after?: string; joins?: object[]; url?: string } = {}) => {
      const screen = liveWorld.open({}, url);
      await screen.opened;
      screen.send({ type: 'hello', token: await liveWorld.token(person), ...(after !== undefined && { after }) });
      await until('it is welcomed', () => screen.frames.some(({ type }) => type === 'welcome') || screen.closed() !== null);
      for (const join of joins) screen.send(join);
      return screen;
    },
    close: async () => {
      clearInterval(ticking);
      for (const ws of screens) ws.terminate();
      await world.close();
      await projection.close();
    },
  };
  return liveWorld;
};
export type LiveWorld = Awaited<ReturnType<typeof openLiveWorld>>;
export type Screen = ReturnType<typeof screenOf>;

const screenOf = (ws: WebSocket) => {
  const frames: ServerFrame[] = [];
  let ended: number | null = null;
  ws.on('message', (data) => frames.push(JSON.parse(String(data)) as ServerFrame));
  ws.on('close', (code) => {
    ended = code;
  });
  const opened = new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  opened.catch(() => undefined);
  ws.on('error', () => undefined);
  return {
    ws,
    frames,
    opened,
    send: (frame: unknown) => ws.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame)),
    /** The close code; null while it is open. */
    closed: () => ended,
    pushes: (channel?: string): Pushed[] =>
      frames.filter((frame): frame is Pushed => frame.type === 'push' && (channel === undefined || frame.channel === channel)),
    /** The frames that it has received, in short: channel, action and record id. */
    heard: () =>
      frames.flatMap((frame) =>
        frame.type === 'push'
          ? [`${frame.channel} ${frame.action} ${frame.record.id}`]
          : frame.type === 'reload'
            ? [`${frame.channel} reload`]
            : frame.type === 'refetch'
              ? ['refetch']
              : [],
      ),
    position: () => (frames.find(({ type }) => type === 'welcome') as { position: string } | undefined)?.position,
  };
};

import { companyEvents, EVERYONE, roomsOfUser, routes } from '@prosa/contracts';
import { accessTokens, createServer } from '@prosa/infra/runtime';
import { silent } from '../engine/engine.fixture.ts';
import { tablesOf } from '../engine/tables/tables.ts';
import { features } from '../features.ts';
import type { Asker } from '../kernel/feature.ts';
import { connectReader } from '../kernel/reader.ts';
import { chronicle, uuid } from '../testing/news.ts';
import { openService, type Service } from '../testing/service.fixture.ts';
import { live } from './live.feature.ts';

const companyId = uuid(1);
const [sales, support] = [uuid(11), uuid(12)];
const carla = { userId: uuid(21), companyId };
const ana = { userId: uuid(22), companyId };
const { me } = routes.live;
const here = chronicle(companyId);
here.company();
here.queue(sales, 'Vendas', '#AA0000');
here.queue(support, 'Suporte', '#00AA00');
here.user(carla.userId, 'Carla', { profile: 'admin' });
here.user(ana.userId, 'Ana', { queueIds: [sales, support] });
here.signedIn(ana.userId, 1);

let service: Service;
beforeAll(async () => {
  service = await openService(here.take());
});
afterAll(() => service.close());

const rooms = async (caller: typeof ana) => (await service.ask(caller, me)).body.rooms.toSorted();

test('a socket is in the rooms of its user’s row, at a position', async () => {
  const { body, position } = await service.ask(ana, me);
  expect(body).toEqual({
    ...ana,
    profile: 'user',
    queueIds: expect.arrayContaining([sales, support]),
    seesGrey: false,
    super: false,
    version: 1,
    rooms: expect.arrayContaining([
      EVERYONE,
      `company:${companyId}`,
      `user:${ana.userId}`,
      `chats:${ana.userId}`,
      `queue:${companyId}:${sales}`,
      `queue:${companyId}:${support}`,
    ]),
    position: String(position),
  });
  expect(body.rooms).toHaveLength(6);
  expect(await rooms(carla)).toEqual([
    `admins:${companyId}`,
    `board:${companyId}`,
    `chats:${carla.userId}`,
    `company:${companyId}`,
    EVERYONE,
    `user:${carla.userId}`,
  ]);
});

test('rooms follow the user’s queues and profile, and the company’s settings', async () => {
  const viewer = { userId: ana.userId, profile: 'user', queueIds: [support], seesGrey: false } as const;
  here.queueDeleted(sales);
  await service.write(here.take());
  expect(await rooms(ana)).toEqual(roomsOfUser(companyId, viewer).toSorted());
  here.setting('VerFilaCinza', 'enabled');
  await service.write(here.take());
  expect(await rooms(ana)).toEqual(roomsOfUser(companyId, { ...viewer, seesGrey: true }).toSorted());
  here.userChanged(ana.userId, { profile: 'admin', queueIds: [] });
  await service.write(here.take());
  expect(await rooms(ana)).toEqual(
    roomsOfUser(companyId, { ...viewer, profile: 'admin', queueIds: [], seesGrey: true }).toSorted(),
  );
});

test('in a stopped company nobody is answered until it is started again, except platform-level users', async () => {
  const there = chronicle(uuid(3));
  const [joana, boss] = [uuid(31), uuid(32)].map((userId) => ({ userId, companyId: uuid(3) })) as [typeof ana, typeof ana];
  there.company();
  there.user(joana.userId, 'Joana');
  there.user(boss.userId, 'Chefe', { profile: 'admin', super: true });
  await service.write(there.take());
  const status = (to: boolean) => {
    there.tell(`company-${uuid(3)}`, companyEvents.CompanyChanged, { companyId: uuid(3), status: to });
    return service.write(there.take());
  };
  await status(false);
  for (const route of [me, routes.users.listAll])
    expect(await service.ask(joana, route)).toMatchObject({ status: 401, body: { error: 'ERR_COMPANY_STOPPED' } });
  expect((await service.ask(boss, me)).body).toMatchObject({ super: true });
  expect(await service.ask(ana, me)).toMatchObject({ status: 200 });
  await status(true);
  expect(await service.ask(joana, me)).toMatchObject({ status: 200 });
});

test('a user whose session was ended gets the reason', async () => {
  here.sessionEnded(carla.userId, 7, 'safety');
  await service.write(here.take());
  expect(await service.ask(carla, me)).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_ENDED_FOR_SAFETY' } });
  here.signedIn(carla.userId, 8);
  await service.write(here.take());
});

describe('changes since the caller was looked up', () => {
  const before: Asker = { ...ana, profile: 'admin', super: false, queueIds: [sales], seesGrey: true, version: 1, ended: null };
  /** Runs the call as if the caller had been looked up some time before. */
  const asked = async (asker: Asker) => {
    const { config, listener, pool } = service.engine;
    const reader = connectReader({ pool, listener, tables: tablesOf(features) });
    const tokens = accessTokens(config.PROSA_TOKEN_SECRET);
    const server = createServer<Asker>({ log: silent, name: 'test', tokens, authenticate: () => asker });
    const app = Object.assign(server, { looks: { note: () => Promise.resolve() } });
    live.routes?.(app, reader, {
      codeOf: async () => ({ qrcode: '', retries: 0 }),
      keyUsesOf: async () => new Map(),
      factsOf: async () => [],
      async *readFacts() {},
      folding: () => () => Promise.reject(new Error('Nothing is asked about the past here.')),
    });
    const reply = await app.inject({
      url: '/api/live/me',
      headers: { authorization: `Bearer ${await tokens.signAccess(asker)}` },
    });
    await app.close();
    reader.close();
    return { status: reply.statusCode, body: reply.json() };
  };

  test('are included in the answered rooms, with a newer position', async () => {
    here.userChanged(ana.userId, { profile: 'user', queueIds: [support] });
    const position = await service.write(here.take());
    const { body } = await asked(before);
    expect(body).toMatchObject({ profile: 'user', queueIds: [support] });
    expect(body.rooms).not.toContain(`admins:${companyId}`);
    expect(BigInt(body.position)).toBeGreaterThanOrEqual(position);
  });

  test('a deleted user has no rooms', async () => {
    here.userDeleted(ana.userId);
    await service.write(here.take());
    expect(await asked(before)).toMatchObject({ status: 401, body: { error: 'ERR_UNAUTHENTICATED' } });
    expect(await asked({ ...before, userId: uuid(99) })).toMatchObject({ status: 401 });
  });
});

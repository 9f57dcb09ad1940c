import { jest } from '@jest/globals';
import { inOrder, newId, routes, sectors, userEvents } from '@prosa/contracts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const companyId = uuid(1);
const [sales, gone] = [uuid(11), uuid(12)];
const [delivery, closed] = [uuid(71), uuid(72)];
const carla = { userId: uuid(21), companyId };
const ana = { userId: uuid(22), companyId };
const elio = { userId: uuid(24), companyId };
const zoe = { userId: uuid(29), companyId: uuid(2) };
const { list, listAll, show } = routes.users;

const here = chronicle(companyId);
here.company();
here.queue(sales, 'Vendas', '#AA0000');
here.queue(gone, 'Antiga', '#0000AA');
here.user(carla.userId, 'Carla', { profile: 'admin' });
for (const [id, name] of [
  [delivery, 'Entregas'],
  [closed, 'Fechado'],
] as const)
  here.tell(`sector-${id}`, sectors.events.created, { id, name });
here.tell(`sector-${delivery}`, sectors.events.changed, { id: delivery, name: 'Expedição' });
here.tell(`sector-${closed}`, sectors.events.deleted, { id: closed });
here.user(ana.userId, 'Ana', { queueIds: [sales, gone], sectorId: delivery });
here.user(elio.userId, 'Elio');
here.userChanged(carla.userId, { sectorId: closed });
here.user(uuid(25), 'JOÃO CONCEIÇÃO');
here.queueDeleted(gone);
here.userDeleted(elio.userId);
here.signedIn(ana.userId, 1);
here.presence(ana.userId, true, 1);
for (let n = 10; n < 35; n += 1) here.user(uuid(200 + n), `Pessoa${n}`);
const portrait = uuid(91);
here.tell(`users-${companyId}`, userEvents.UserPictureChanged, { userId: ana.userId, mediaId: portrait, replaces: null });
const there = chronicle(zoe.companyId);
there.company();
there.user(zoe.userId, 'Zoe', { profile: 'admin' });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

test('users are listed by name, paged or completely, without deleted ones', async () => {
  const first = (await service.ask(ana, list)).body;
  expect([first.users.length, first.count, first.hasMore]).toEqual([20, 28, true]);
  expect(first.users.slice(0, 3).map(({ name }) => name)).toEqual(['Ana', 'Carla', 'JOÃO CONCEIÇÃO']);
  const second = (await service.ask(ana, list, { query: { pageNumber: 2 } })).body;
  expect([second.users.length, second.hasMore]).toEqual([8, false]);
  const users = [...first.users, ...second.users];
  expect((await service.ask(ana, listAll)).body).toEqual({ users, count: 28, hasMore: false });
  expect((await service.ask(zoe, listAll)).body.users.map(({ name }) => name)).toEqual(['Zoe']);
});

test.each([
  ['name', 'asc'],
  ['name', 'desc'],
  ['email', 'asc'],
  ['email', 'desc'],
] as const)('by cursor each user is listed once by %s, %s', async (orderBy, direction) => {
  const first = (await service.ask(carla, list, { query: { orderBy, direction } })).body;
  const second = (await service.ask(carla, list, { query: { orderBy, direction, cursor: first.cursor! } })).body;
  expect([first.users.length, second.users.length, second.hasMore, second.cursor]).toEqual([20, 8, false, null]);
  const all = (await service.ask(carla, listAll)).body.users.toSorted(inOrder(orderBy));
  expect([...first.users, ...second.users]).toEqual(direction === 'asc' ? all : all.toReversed());
  const foreign = await service.ask(zoe, list, { query: { orderBy, direction: 'asc', cursor: first.cursor! } });
  expect(foreign.body.users.every(({ companyId }) => companyId === zoe.companyId)).toBe(true);
  expect((await service.ask(carla, list, { query: { cursor: 'x' } })).status).toBe(400);
});

test.each([
  ['a part of the name', 'pessoa1', 10],
  ['an e-mail', 'ANA@loja', 1],
  ['a name without its accents', 'joao conceicao', 1],
  ['a name with accents that it has not', 'áÑÃ', 1],
  ['what is nobody’s', '%', 0],
])('users are found by %s', async (_, searchParam, count) => {
  const { body } = await service.ask(carla, list, { query: { searchParam } });
  expect([body.users.length, body.count]).toEqual([count, count]);
  expect((await service.ask(carla, listAll, { query: { searchParam } })).body.users).toEqual(body.users);
});

test('a user is returned completely to administrators and to themselves', async () => {
  for (const caller of [carla, ana])
    expect((await service.ask(caller, show, { params: { id: ana.userId } })).body).toMatchObject({
      id: ana.userId,
      name: 'Ana',
      email: 'ana@loja.com.br',
      profile: 'user',
      super: false,
      queueIds: [sales, gone],
      queues: [{ id: sales, name: 'Vendas', color: '#AA0000' }],
      sectorId: delivery,
      sector: { id: delivery, name: 'Expedição' },
      online: true,
    });
  expect((await service.ask(carla, show, { params: { id: carla.userId } })).body).toMatchObject({
    sectorId: closed,
    sector: null,
  });
  expect(await service.ask(ana, show, { params: { id: carla.userId } })).toMatchObject({
    status: 403,
    error: 'ERR_NO_PERMISSION',
  });
});

test('a deleted user, another company’s and an unknown one are not found', async () => {
  for (const [caller, id] of [
    [carla, elio.userId],
    [carla, newId()],
    [zoe, ana.userId],
  ] as const)
    expect(await service.ask(caller, show, { params: { id } })).toMatchObject({ status: 404, error: 'ERR_NO_USER_FOUND' });
});

test('a deleted user is refused at once', async () => {
  // While the clock stands still, the service waits on for each user that is not known yet.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  try {
    expect(await service.ask(elio, list)).toMatchObject({ status: 401, error: 'ERR_UNAUTHENTICATED' });
  } finally {
    clock.mockRestore();
  }
});

test('a user who has just been created is waited for', async () => {
  const gil = { userId: uuid(26), companyId };
  const asked = service.ask(gil, listAll);
  here.user(gil.userId, 'Gil');
  await service.append(here.take());
  expect((await asked).status).toBe(200);
});

test('an older session is refused, and a user who signs out is no longer online', async () => {
  here.signedIn(ana.userId, 2);
  await service.write(here.take());
  expect(await service.ask(ana, list)).toMatchObject({ status: 401, error: 'ERR_UNAUTHENTICATED' });
  expect((await service.ask({ ...ana, version: 2 }, list)).status).toBe(200);
  here.signedOut(ana.userId, 3);
  await service.write(here.take());
  expect((await service.ask({ ...ana, version: 2 }, list)).status).toBe(401);
  expect((await service.ask(carla, show, { params: { id: ana.userId } })).body.online).toBe(false);
});

test('whoever is signed in is online while their screens are heard, and has been seen when they were last', async () => {
  const online = async (userId: string) => {
    const { body } = await service.ask(carla, show, { params: { id: userId } });
    return [body.online, body.lastSeenAt !== null];
  };
  const pia = uuid(27);
  here.user(pia, 'Pia');
  here.signedIn(pia, 1);
  await service.write(here.take());
  expect(await online(pia)).toEqual([false, false]);
  here.presence(pia, true, 1);
  await service.write(here.take());
  expect(await online(pia)).toEqual([true, false]);
  here.presence(pia, false, 2);
  await service.write(here.take());
  expect(await online(pia)).toEqual([false, true]);
  here.presence(pia, true, 3);
  here.signedOut(pia, 2);
  await service.write(here.take());
  expect(await online(pia)).toEqual([false, true]);
});

test('somebody is available as they chose, and away while they touch no screen', async () => {
  const availability = async (userId: string) => (await service.ask(carla, show, { params: { id: userId } })).body.availability;
  const rui = uuid(28);
  here.user(rui, 'Rui');
  here.signedIn(rui, 1);
  here.presence(rui, true, 1);
  await service.write(here.take());
  expect(await availability(rui)).toBe('available');
  here.available(rui, 'busy');
  await service.write(here.take());
  expect(await availability(rui)).toBe('busy');
  here.idle(rui, true, 2);
  await service.write(here.take());
  expect(await availability(rui)).toBe('away');
  here.idle(rui, false, 3);
  await service.write(here.take());
  expect(await availability(rui)).toBe('busy');
  here.idle(rui, true, 4);
  here.presence(rui, false, 5);
  await service.write(here.take());
  expect(await availability(rui)).toBe('busy');
});

test('administrators see whose sign-in has two steps, and nobody else does', async () => {
  const seen = async (asker: typeof carla) => {
    const { status, body } = await service.ask(asker, routes.twoStep.list);
    return status === 200 ? body.users.map(({ id }) => id) : status;
  };
  expect(await seen(carla)).toEqual([]);
  here.twoStep(ana.userId, true);
  await service.write(here.take());
  const colleague = { userId: uuid(25), companyId };
  expect([await seen(carla), await seen(colleague), await seen(zoe)]).toEqual([[ana.userId], 403, []]);
  for (const asker of [carla, colleague])
    expect(JSON.stringify((await service.ask(asker, listAll)).body)).not.toContain('twoStep');
  here.twoStep(ana.userId, false);
  await service.write(here.take());
  expect(await seen(carla)).toEqual([]);
});

test('a user’s picture has an address for colleagues, and for nobody else', async () => {
  const of = async (asker: typeof ana) => {
    const { users } = (await service.ask(asker, listAll)).body;
    return users.find(({ id }) => id === ana.userId)?.profilePicUrl;
  };
  expect(await of(carla)).toMatch(new RegExp(`^/api/media/${portrait}/\\d+-`));
  expect((await service.ask(carla, show, { params: { id: ana.userId } })).body.profilePicUrl).toBe(await of(carla));
  expect((await service.ask(carla, show, { params: { id: carla.userId } })).body.profilePicUrl).toBeNull();
  expect(await of(zoe)).toBeUndefined();
  expect((await service.ask(zoe, show, { params: { id: ana.userId } })).status).toBe(404);
});

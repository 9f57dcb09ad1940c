import { PLATFORM, plans } from '@prosa/contracts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const companyId = uuid(1);
const ana = { userId: uuid(21), companyId };
const boss = { userId: uuid(22), companyId };

const here = chronicle(companyId);
here.company();
here.user(ana.userId, 'Ana', { profile: 'admin' });
here.user(boss.userId, 'Sofia', { profile: 'admin', super: true });
const platform = chronicle(PLATFORM);
const offer = (n: number, name: string, value: number) =>
  platform.tell(`plans-${PLATFORM}`, plans.events.created, { id: uuid(n), name, users: n, connections: 1, queues: 2, value });
offer(82, 'Equipe', 349);
offer(81, 'Essencial', 99.9);
offer(83, 'Antigo', 1);
platform.tell(`plans-${PLATFORM}`, plans.events.deleted, { id: uuid(83) });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...platform.take()]);
});
afterAll(() => service.close());

const offered = [
  { id: uuid(81), name: 'Essencial', users: 81, connections: 1, queues: 2, value: 99.9 },
  { id: uuid(82), name: 'Equipe', users: 82, connections: 1, queues: 2, value: 349 },
];

test('anybody sees the plans that are offered, the cheapest first, and nothing else of them', async () => {
  expect(await service.getPublic('/plans/list')).toEqual({ status: 200, body: { plans: offered } });
});

test('the complete list is for platform-level users', async () => {
  expect((await service.get(ana, '/plans/all')).status).toBe(403);
  expect((await service.get(boss, '/plans/all')).body).toMatchObject({ count: 2, plans: offered });
  expect((await service.get(ana, `/plans/${uuid(81)}`)).body).toMatchObject(offered[0]!);
});

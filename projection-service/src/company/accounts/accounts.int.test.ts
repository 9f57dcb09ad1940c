import { companyEvents, PLATFORM, plans, routes } from '@prosa/contracts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const [here, there, gone] = [uuid(1), uuid(2), uuid(3)];
const boss = { userId: uuid(20), companyId: here };
const carla = { userId: uuid(21), companyId: here };
const ana = { userId: uuid(22), companyId: here };
const zoe = { userId: uuid(29), companyId: there };
const planId = uuid(81);

const story = () => {
  const [ours, theirs, erased] = [chronicle(here), chronicle(there), chronicle(gone)];
  for (const one of [ours, theirs, erased]) one.company();
  ours.user(boss.userId, 'Sofia', { profile: 'user', super: true });
  ours.user(carla.userId, 'Carla', { profile: 'admin' });
  ours.user(ana.userId, 'Ana');
  theirs.user(zoe.userId, 'Zoe', { profile: 'admin' });
  theirs.queue(uuid(41), 'Vendas', '#111111');
  theirs.queue(uuid(42), 'Suporte', '#222222');
  theirs.user(uuid(39), 'Vera', { profile: 'auditor' });
  theirs.connection(uuid(51), 'Loja');
  const changed = (companyId: string, changes: object) =>
    [`company-${companyId}`, companyEvents.CompanyChanged, { companyId, ...changes }] as const;
  theirs.tell(...changed(there, { name: 'Óptica Vista', email: 'oi@optica.exemplo', planId, billingName: 'Óptica Ltda' }));
  theirs.tell(`company-${there}`, companyEvents.SettingChanged, { companyId: there, key: 'campaignsEnabled', value: 'false' });
  ours.tell(...changed(here, { name: 'Zebra' }));
  erased.tell(`company-${gone}`, companyEvents.CompanyErased, { companyId: gone });
  const platform = chronicle(PLATFORM);
  platform.company();
  platform.tell(`plans-${PLATFORM}`, plans.events.created, {
    id: planId,
    name: 'Equipe',
    users: 10,
    connections: 3,
    queues: 2,
    value: 199,
  });
  return [platform, ours, theirs, erased].flatMap((one) => one.take());
};

let service: Service;
beforeAll(async () => {
  service = await openService(story());
});
afterAll(() => service.close());

const optica = {
  id: there,
  name: 'Óptica Vista',
  email: 'oi@optica.exemplo',
  phone: '',
  planId,
  plan: 'Equipe',
  status: true,
  campaignsEnabled: false,
  dueDate: '2027-01-01T00:00:00.000Z',
  trialExpiration: '2027-01-01T00:00:00.000Z',
  recurrence: 'MENSAL',
  tagForce: false,
  timeZone: 'America/Sao_Paulo',
  billingName: 'Óptica Ltda',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
  erasesAt: null,
  createdAt: expect.any(String),
  settings: expect.arrayContaining([{ key: 'campaignsEnabled', value: 'false' }]),
  schedules: [],
  holidays: [],
  usage: { users: 1, connections: 1, queues: 2 },
  limits: { users: 10, connections: 3, queues: 2 },
};
const list = (path = '/companies/list', who = boss) => service.get(who, path);

test('platform-level users see all companies by name, except the platform and those that were erased', async () => {
  for (const path of ['/companies/list', '/companies/', '/companies']) {
    const { status, body } = await list(path);
    expect({ status, body }).toMatchObject({ status: 200, body: { count: 2, hasMore: false } });
    const { companies } = body as { companies: Record<string, unknown>[] };
    expect(companies[0]).toEqual(optica);
    expect(companies[1]).toMatchObject({ id: here, name: 'Zebra', plan: null, limits: null, usage: { users: 3 } });
    expect(companies).toHaveLength(2);
  }
});

test('nobody else sees the list, and nobody who signs in elsewhere sees another company', async () => {
  for (const who of [carla, ana, zoe])
    for (const path of ['/companies/list', '/companies/'])
      expect(await list(path, who)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
  for (const who of [carla, ana])
    expect(await service.get(who, `/companies/${there}`)).toMatchObject({ status: 404, error: 'ERR_NO_COMPANY_FOUND' });
});

test('a search finds by name, e-mail and however it is spelled', async () => {
  const found = async (text: string) =>
    ((await list(`/companies/?searchParam=${encodeURIComponent(text)}`)).body as { companies: { id: string }[] }).companies;
  expect((await found('optica')).map(({ id }) => id)).toEqual([there]);
  expect((await found('OI@OPTICA')).map(({ id }) => id)).toEqual([there]);
  expect(await found('nenhuma')).toEqual([]);
});

test('one company: any for platform-level users, the own for its administrators, and part of it for everybody else there', async () => {
  expect((await service.get(boss, `/companies/${there}`)).body).toEqual(optica);
  expect((await service.get(zoe, `/companies/${there}`)).body).toEqual(optica);
  const { body } = await service.get(ana, `/companies/${here}`);
  expect(Object.keys(body as object).toSorted()).toEqual(
    ['dueDate', 'holidays', 'id', 'name', 'planId', 'schedules', 'settings', 'status', 'tagForce', 'timeZone'].toSorted(),
  );
  for (const id of [gone, PLATFORM, uuid(77)])
    expect(await service.ask(boss, routes.companies.show, { params: { id } })).toMatchObject({ status: 404 });
});

test('what changes is seen at once: use, due date and deletion', async () => {
  const theirs = chronicle(there);
  const on = `company-${there}`;
  theirs.queue(uuid(43), 'Nova', '#333333');
  theirs.tell(on, companyEvents.CompanyRenewed, {
    companyId: there,
    dueDate: '2027-02-01T00:00:00.000Z',
    day: 31,
    invoiceId: uuid(61),
  });
  theirs.tell(on, companyEvents.CompanyDeleted, { companyId: there, erasesAt: '2027-03-01T00:00:00.000Z', wasActive: true });
  await service.write(theirs.take());
  expect((await service.get(boss, `/companies/${there}`)).body).toMatchObject({
    dueDate: '2027-02-01T00:00:00.000Z',
    trialExpiration: null,
    erasesAt: '2027-03-01T00:00:00.000Z',
    usage: { queues: 3 },
  });
});

import {
  companyEvents,
  connectionEvents,
  conversationEvents,
  HIDDEN_TOKEN,
  inOrder,
  menuEvents,
  newId,
  queueEvents,
  routes,
  sectors,
  settingDefaults,
  tags as tagRecord,
} from '@prosa/contracts';
import { connectionKeys, sealCode } from '@prosa/infra/runtime';
import { type Conversation, chronicle, uuid } from '../testing/news.ts';
import { openService, type Service } from '../testing/service.fixture.ts';

/** Records of which a company has few: queues, connections, tags, settings. */
const companyId = uuid(1);
const [sales, gone, shop, closedShop, late, lane] = [uuid(11), uuid(12), uuid(31), uuid(32), uuid(51), uuid(52)];
const carla = { userId: uuid(21), companyId };
const ana = { userId: uuid(22), companyId };
const zoe = { userId: uuid(29), companyId: uuid(2) };

const here = chronicle(companyId);
here.company();
here.user(carla.userId, 'Carla', { profile: 'admin' });
here.user(ana.userId, 'Ana');
here.queue(sales, 'Vendas', '#aa0000');
here.queue(gone, 'Antiga', '#0000AA');
here.tell(`queues-${companyId}`, queueEvents.QueueChanged, { queueId: sales, greetingMessage: 'Bem-vinda!' });
here.queueDeleted(gone);
here.connection(shop, 'Loja');
here.tell(`connections-${companyId}`, connectionEvents.ConnectionChanged, { connectionId: shop, queueIds: [sales, gone] });
here.connection(closedShop, 'Fechada');
here.tell(`connections-${companyId}`, connectionEvents.ConnectionDeleted, { connectionId: closedShop });
here.tag(late, 'Atrasado');
here.tell(`tag-${lane}`, tagRecord.events.created, { id: lane, name: 'Fazendo', kanban: 1 });
for (let n = 10; n < 32; n += 1) here.tag(uuid(300 + n), `Tag ${n}`);
here.tag(uuid(59), 'Apagada');
here.tagDeleted(uuid(59));
for (let n = 10; n < 32; n += 1)
  here.tell(`sector-${uuid(600 + n)}`, sectors.events.created, { id: uuid(600 + n), name: `Setor ${n}` });
here.tell(`sector-${uuid(631)}`, sectors.events.deleted, { id: uuid(631) });
here.setting('VerFilaCinza', 'enabled');
for (const shown of ['********0001', '********0002'])
  here.tell(`company-${companyId}`, companyEvents.IntegrationKeySet, { companyId, key: 'asaas', shown });
// Three of the five tickets on the shop's connection are unfinished.
const customers = Array.from({ length: 4 }, (_, n) => {
  here.contact(uuid(400 + n), `Cliente ${n}`, `551190000000${n}`);
  const talk = here.conversation(shop, uuid(400 + n));
  talk.started();
  return { talk, ticketId: talk.opened('1', { queueId: sales, userId: n % 2 ? carla.userId : null }) };
});
for (const { talk, ticketId } of customers.slice(2)) talk.closed(ticketId, carla.userId);
const again = customers[2]!.talk.opened('2', { queueId: sales });
const tagged = (talk: Conversation, ticketId: string, ...tagIds: string[]) =>
  talk.say(conversationEvents.TicketTagged, { ticketId, tagIds });
for (const { talk, ticketId } of customers) tagged(talk, ticketId, uuid(310));
tagged(customers[2]!.talk, again, late, uuid(310));
tagged(customers[0]!.talk, customers[0]!.ticketId);
const there = chronicle(zoe.companyId);
there.company();
there.user(zoe.userId, 'Zoe', { profile: 'admin' });

// Names with different parts and accents, in another company.
const plain = [
  'a',
  'A',
  'á',
  'Á',
  'ã',
  'e',
  'é',
  'z',
  'Z',
  'ç',
  'Ç',
  'ß',
  'İ',
  'ı',
  'Σ',
  'ς',
  '0',
  '9',
  '10',
  '-',
  '–',
  '_',
  ' ',
];
const odd = [
  '.',
  "'",
  '"',
  '\\',
  '%',
  '~',
  '\u0301',
  '\u00a0',
  '\uffee',
  '\ue000',
  '🙂',
  '👩🏽‍💻',
  '𝒜',
  '日本',
  'Ж',
  'ж',
  'n\u0303',
  'ñ',
  'ﬁ',
];
const parts = [...plain, ...odd, ''];
const made = parts.map((part, n) => `${part}${parts[(n * 7 + 3) % parts.length]}b`);
const awkward = ['Zebra', 'abacate', 'Ábaco', 'ABACO', ...parts, ...made];
const eve = { userId: uuid(28), companyId: uuid(3) };
const elsewhere = chronicle(eve.companyId);
elsewhere.company();
elsewhere.user(eve.userId, 'Eva', { profile: 'admin' });
for (const [n, name] of awkward.entries()) {
  const color = `#${String(n).padStart(6, '0')}`;
  elsewhere.tag(uuid(1_000 + n), `${name}xxx`);
  elsewhere.queue(uuid(2_000 + n), `${name}xx`, color);
  elsewhere.user(uuid(3_000 + n), name);
  elsewhere.contact(uuid(4_000 + n), name, `55119${String(n).padStart(8, '0')}`);
}

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take(), ...elsewhere.take()]);
});
afterAll(() => service.close());

test('queues are listed and returned by id, without deleted ones', async () => {
  const { body } = await service.ask(ana, routes.queues.list);
  expect(body).toMatchObject([
    {
      id: sales,
      companyId,
      name: 'Vendas',
      color: '#AA0000',
      greetingMessage: 'Bem-vinda!',
      outOfHoursMessage: '',
      isDefault: false,
      schedules: [],
    },
  ]);
  expect((await service.ask(ana, routes.queues.show, { params: { id: sales.toUpperCase() } })).body).toEqual(body[0]);
});

test('connections are listed for all and returned by id to administrators, without tokens', async () => {
  const { body } = await service.ask(ana, routes.connections.list, { query: { session: '0' } });
  expect(body).toMatchObject([
    { id: shop, companyId, name: 'Loja', channel: 'simulator', status: 'CONNECTED', isDefault: false, provider: 'beta' },
  ]);
  expect((await service.ask(carla, routes.connections.show, { params: { id: shop } })).body).toEqual({
    ...body[0],
    unfinishedTickets: 3,
    qrcode: '',
    retries: 0,
  });
  expect(body[0]).toMatchObject({
    kind: 'simulator',
    session: null,
    reason: null,
    token: HIDDEN_TOKEN,
    queueIds: [sales, gone],
    queues: [{ id: sales, name: 'Vendas', color: '#AA0000' }],
    finishBotUrl: '',
    webhookUrl: '',
  });
  expect(await service.ask(ana, routes.connections.show, { params: { id: shop } })).toMatchObject({
    status: 403,
    error: 'ERR_NO_PERMISSION',
  });
});

test('the code that a connection shows is returned to administrators of its company', async () => {
  const { pool, config } = service.engine;
  const keys = connectionKeys({ pool, masterKey: config.PROSA_KEYS });
  const sealed = await sealCode(keys, { id: shop, companyId }, { qrcode: 'scan-me', retries: 2 });
  await pool.query('insert into live.session (connection_id, company_id, epoch, sealed) values ($1, $2, 1, $3)', [
    shop,
    companyId,
    sealed,
  ]);
  const show = () => service.ask(carla, routes.connections.show, { params: { id: shop } });
  expect((await show()).body).toMatchObject({ qrcode: 'scan-me', retries: 2 });
  expect(JSON.stringify((await service.ask(carla, routes.connections.list)).body)).not.toContain('scan-me');
  expect((await service.ask(zoe, routes.connections.show, { params: { id: shop } })).status).toBe(404);
  await pool.query('update live.session set company_id = $2 where connection_id = $1', [shop, zoe.companyId]);
  expect((await show()).body).toMatchObject({ qrcode: '', retries: 0 });
});

test('tags are listed by name, paged or completely, and found by name', async () => {
  const first = (await service.ask(ana, routes.tags.list)).body;
  expect([first.tags.length, first.count, first.hasMore]).toEqual([20, 23, true]);
  const second = (await service.ask(ana, routes.tags.list, { query: { pageNumber: 2 } })).body;
  expect([second.tags.length, second.hasMore]).toEqual([3, false]);
  const lanes = (await service.ask(ana, routes.tags.list, { query: { kanban: 'true' } })).body;
  expect(lanes).toMatchObject({ tags: [{ id: lane, kanban: 1 }], count: 1, hasMore: false });
  expect((await service.ask(ana, routes.tags.lanes)).body).toEqual({ lista: lanes.tags });
  const labels = [...first.tags, ...second.tags];
  expect(labels.filter(({ kanban }) => kanban === 1)).toEqual([]);
  const all = (await service.ask(ana, routes.tags.listAll)).body;
  expect([all.count, all.hasMore]).toEqual([24, false]);
  expect(all.tags.filter(({ kanban }) => kanban === 0)).toEqual(labels);
  const found = (await service.ask(ana, routes.tags.list, { query: { searchParam: 'ATRAS' } })).body;
  expect(found).toMatchObject({ tags: [{ id: late, name: 'Atrasado', color: '#112233', kanban: 0 }], count: 1, hasMore: false });
  expect((await service.ask(ana, routes.tags.show, { params: { id: lane } })).body).toMatchObject({
    name: 'Fazendo',
    color: '#7C7C7C',
    kanban: 1,
  });
});

test('sectors are listed by page, or all of them at once', async () => {
  const ask = async (query: Record<string, string>) => (await service.ask(ana, routes.sectors.list, { query })).body;
  const first = await ask({});
  expect([first.sectors.length, first.count, first.hasMore]).toEqual([20, 21, true]);
  const all = await ask({ paginate: 'false', userId: ana.userId });
  expect([all.sectors.length, all.count, all.hasMore]).toEqual([21, 21, false]);
  expect(all.sectors.slice(0, 20)).toEqual(first.sectors);
  expect(await ask({ paginate: 'true' })).toEqual(first);
  expect((await ask({ searchParam: 'setor 12', paginate: 'false' })).sectors.map(({ name }) => name)).toEqual(['Setor 12']);
  const { body } = await service.ask(ana, routes.sectors.show, { params: { id: uuid(610) } });
  expect(body).toMatchObject({ id: uuid(610), name: 'Setor 10', color: '#7C7C7C' });
  expect((await service.ask(zoe, routes.sectors.show, { params: { id: uuid(610) } })).status).toBe(404);
});

test('a tag has the number of its tickets, including closed ones, and of their customers', async () => {
  const counts = async (id: string) => {
    const { ticketsCount, contactCount } = (await service.ask(ana, routes.tags.show, { params: { id } })).body;
    return [ticketsCount, contactCount];
  };
  const counted = uuid(310);
  expect(await counts(counted)).toEqual([4, 3]);
  expect(await counts(late)).toEqual([1, 1]);
  expect(await counts(lane)).toEqual([0, 0]);
  const { tags } = (await service.ask(ana, routes.tags.listAll)).body;
  expect(tags.find(({ id }) => id === counted)).toMatchObject({ ticketsCount: 4, contactCount: 3 });
  const { lista } = (await service.ask(ana, routes.tags.lanes)).body;
  expect(lista).toMatchObject([{ ticketsCount: 0, contactCount: 0 }]);
});

test('a queue has the number of the options in its menu, on all levels', async () => {
  const options = async () => {
    const { body } = await service.ask(ana, routes.queues.show, { params: { id: sales } });
    const listed = (await service.ask(ana, routes.queues.list)).body.find(({ id }) => id === sales);
    expect(listed).toEqual(body);
    return body.optionsCount;
  };
  expect(await options()).toBe(0);
  const [top, below] = [uuid(801), uuid(802)];
  const tell = here.tell.bind(here, `menus-${companyId}`);
  const made = { queueId: sales, option: 1, title: 'Preços', message: '', media: null };
  tell(menuEvents.OptionCreated, { ...made, optionId: top, parentId: null });
  tell(menuEvents.OptionCreated, { ...made, optionId: below, parentId: top });
  await service.write(here.take());
  expect(await options()).toBe(2);
  tell(menuEvents.OptionMoved, { optionId: below, parentId: null, option: 2 });
  tell(menuEvents.OptionDeleted, { optionId: top });
  await service.write(here.take());
  expect(await options()).toBe(1);
});

test('lists have the same order in Postgres and in the app, whatever the names are', async () => {
  const shown = {
    tags: (await service.ask(eve, routes.tags.listAll)).body.tags,
    queues: (await service.ask(eve, routes.queues.list)).body,
    users: (await service.ask(eve, routes.users.listAll)).body.users,
    contacts: await contactsOf(eve),
  };
  for (const [kind, list] of Object.entries(shown)) {
    const items = list as { id: string; name: string | null }[];
    expect([kind, items.length]).toEqual([kind, awkward.length + (kind === 'users' ? 1 : 0)]);
    expect(items.map(({ name }) => name)).toEqual(items.toSorted(inOrder('name')).map(({ name }) => name));
  }
  const names = shown.contacts.map(({ name }) => name);
  const places = ['abacate', 'ABACO', 'Ábaco', 'Zebra'].map((name) => names.indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
const contactsOf = async (asker: typeof eve, pageNumber = 1): Promise<{ name: string | null }[]> => {
  const { contacts, hasMore } = (await service.ask(asker, routes.contacts.list, { query: { pageNumber } })).body;
  return hasMore ? [...contacts, ...(await contactsOf(asker, pageNumber + 1))] : contacts;
};

test.each([
  ['queue', routes.queues.show, sales, gone, 'ERR_NO_QUEUE_FOUND'],
  ['connection', routes.connections.show, shop, closedShop, 'ERR_NO_WAPP_FOUND'],
  ['tag', routes.tags.show, late, uuid(59), 'ERR_NO_TAG_FOUND'],
] as const)('a deleted %s, another company’s and an unknown one are not found', async (_, route, id, deleted, error) => {
  for (const [caller, asked] of [
    [carla, deleted],
    [carla, newId()],
    [zoe, id],
  ] as const)
    expect(await service.ask(caller, route, { params: { id: asked } })).toMatchObject({ status: 404, error });
});

test('another company’s records are not listed', async () => {
  for (const route of [routes.queues.list, routes.connections.list]) expect((await service.ask(zoe, route)).body).toEqual([]);
  expect((await service.ask(zoe, routes.tags.listAll)).body).toEqual({ tags: [], count: 0, hasMore: false });
});

test('a setting has its value or, if none was set, its default', async () => {
  const setting = async (caller: typeof ana, key: string) => service.ask(caller, routes.companies.setting, { params: { key } });
  expect((await setting(ana, 'VerFilaCinza')).body).toEqual({ key: 'VerFilaCinza', value: 'enabled' });
  expect((await setting(zoe, 'VerFilaCinza')).body).toEqual({ key: 'VerFilaCinza', value: 'disabled' });
  for (const [key, value] of Object.entries(settingDefaults)) expect((await setting(zoe, key)).body).toEqual({ key, value });
});

test('integration keys are listed and shown to administrators alone, each company’s own', async () => {
  const list = async (caller: typeof ana) => {
    const { body } = await service.ask(caller, routes.companies.settings);
    return Object.fromEntries(body.map(({ key, value }) => [key, value]));
  };
  const none = { ipixc: '', tokenixc: '', ipmkauth: '', clientidmkauth: '', clientsecretmkauth: '' };
  expect(await list(carla)).toEqual({ ...settingDefaults, VerFilaCinza: 'enabled', ...none, asaas: '********0002' });
  expect(await list(ana)).toEqual({ ...settingDefaults, VerFilaCinza: 'enabled' });
  expect(await list(zoe)).toEqual({ ...settingDefaults, ...none, asaas: '' });
  const one = (caller: typeof ana, key: string) => service.ask(caller, routes.companies.setting, { params: { key } });
  expect((await one(carla, 'asaas')).body).toEqual({ key: 'asaas', value: '********0002' });
  expect((await one(carla, 'ipixc')).body).toEqual({ key: 'ipixc', value: '' });
  expect(await one(ana, 'asaas')).toMatchObject({ status: 404, error: 'ERR_NO_SETTING_FOUND' });
});

test.each(['cor', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])('there is no setting %s', async (key) =>
  expect(await service.ask(carla, routes.companies.setting, { params: { key } })).toMatchObject({
    status: 404,
    error: 'ERR_NO_SETTING_FOUND',
  }),
);

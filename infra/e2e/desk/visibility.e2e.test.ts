import { newId, type Seen, sees, type TicketOwn, type TicketView } from '@prosa/contracts';
import { type SharedProduct, takeSharedProduct } from '../../testing/shared-product.ts';
import { addressOf, comeTo, customer, eventually, START, signIn, type User } from '../people.fixture.ts';
import { listen } from '../screen.fixture.ts';

let product: SharedProduct;
let admin: User;
let viewers: Record<string, User>;
let tickets: Record<string, { id: string } & Seen>;
beforeAll(async () => {
  product = comeTo(await takeSharedProduct());
  admin = await signIn(product.url, 'admin@prosa.demo');
  const [vendas, suporte] = product.demo.queues.map(({ id }) => id);
  const supervisor = { name: 'Íris Teles', email: addressOf('iris@prosa.demo'), password: 'segredo1', profile: 'supervisor' };
  expect((await admin.call('POST /users', { ...supervisor, queueIds: [suporte] })).status).toBe(201);
  viewers = {
    'an administrator of all queues': admin,
    'an administrator of none': await signIn(product.url, 'super@prosa.demo'),
    'a supervisor of Suporte': await signIn(product.url, 'iris@prosa.demo', 'segredo1'),
    'an attendant of Vendas and Suporte': await signIn(product.url, 'ana@prosa.demo'),
    'an attendant of Financeiro': await signIn(product.url, 'bruno@prosa.demo'),
  };
  tickets = await makeTickets(vendas!, product.demo.queues[2]!.id, viewers['an attendant of Financeiro']!);
}, START);
afterAll(() => void comeTo(null));

/** Tickets of each queue and of none in each status, and two that an attendant serves in a queue that is not theirs. */
const makeTickets = async (vendas: string, financeiro: string, bruno: User): Promise<typeof tickets> => {
  const token = `menu-${newId()}`;
  const menu = { name: 'Com menu', queueIds: [vendas, financeiro], greetingMessage: 'Escolha.', token };
  const { body: withMenu, status } = await admin.call<{ id: string }>('POST /whatsapp', menu);
  expect(status).toBe(201);
  const made: typeof tickets = {};
  const make = async (name: string, connection: { id: string; token: string }, ...changes: { by?: User; to: object }[]) => {
    const who = customer(product, name, connection);
    await eventually('the connection', async () => (await who.write('Oi', { id: `oi-${name}` })) === 202);
    const { id } = await who.ticket(admin);
    let shown: Pick<TicketOwn, 'status' | 'queueId' | 'userId'> = await who.ticket(admin);
    for (const { by = admin, to } of changes) {
      const answer = await by.call<TicketOwn>(`PUT /tickets/${id}`, to);
      expect({ name, to, status: answer.status }).toEqual({ name, to, status: 200 });
      shown = answer.body;
    }
    made[name] = { id, queueId: shown.queueId, userId: shown.userId, status: shown.status };
  };
  const accept = { to: { status: 'open', userId: admin.id } };
  const close = { to: { status: 'closed' } };
  const moved = { to: { queueId: financeiro } };
  const given = { to: { queueId: vendas, userId: bruno.id } };
  await Promise.all([
    make('pending in Vendas', product.demo.connection),
    make('open in Vendas', product.demo.connection, accept),
    make('closed in Vendas', product.demo.connection, accept, close),
    make('pending in Financeiro', product.demo.connection, accept, moved),
    make('open in Financeiro', product.demo.connection, accept, moved, accept),
    make('closed in Financeiro', product.demo.connection, accept, moved, accept, close),
    make('pending without a queue', { id: withMenu.id, token }),
    make('open without a queue', { id: withMenu.id, token }, accept),
    make('closed without a queue', { id: withMenu.id, token }, accept, close),
    make("open in Vendas, Bruno's", product.demo.connection, accept, given),
    make("closed in Vendas, Bruno's", product.demo.connection, accept, given, { ...close, by: bruno }),
  ]);
  return made;
};

/** Names of the tickets with these ids. */
const named = (ids: Iterable<string>): string[] => {
  const wanted = new Set(ids);
  return Object.entries(tickets).flatMap(([name, { id }]) => (wanted.has(id) ? [name] : []));
};

test('the tickets have the names that describe them', () => {
  const states = Object.values(tickets).map(({ queueId, status, userId }) => `${queueId}/${status}/${userId === admin.id}`);
  expect(Object.keys(tickets)).toHaveLength(11);
  expect(new Set(states).size).toBe(11);
});

test.each(['disabled', 'enabled'])('with VerFilaCinza %s the command side, the read side and /live agree', async (grey) => {
  const set = await admin.call('PUT /settings/VerFilaCinza', { value: grey });
  expect(set.status).toBe(200);
  await admin.call(`GET /settings/VerFilaCinza?after=${set.position}`);
  const screens = await Promise.all(Object.values(viewers).map((viewer) => listen(product.url, viewer)));
  await eventually('the setting on the command side', async () => {
    const { body } = await admin.call<{ company: { settings: { key: string; value: string }[] } }>('GET /auth/me');
    return body.company.settings.some(({ key, value }) => key === 'VerFilaCinza' && value === grey);
  });

  const name = `Etiqueta ${grey}`;
  const { body: tag } = await admin.call<{ id: string }>('POST /tags', { name });
  let position = '';
  for (const { id } of Object.values(tickets)) {
    const synced = await admin.call('POST /tags/sync', { ticketId: id, tags: [tag.id] });
    expect(synced.status).toBe(200);
    position = synced.position;
  }
  // Events that are folded in one batch may be pushed in any order: the last push must wait until everything before it is folded.
  await admin.call(`GET /tickets?after=${position}`);
  const last = await admin.call('POST /tags', { name: `Fim ${grey}` });
  expect(last.status).toBe(201);

  for (const [i, [viewer, by]] of Object.entries(viewers).entries()) {
    const seesGrey = grey === 'enabled';
    const asViewer = { userId: by.id, profile: by.profile, queueIds: by.queueIds, seesGrey };
    const expected = Object.entries(tickets).flatMap(([ticket, seen]) => (sees(asViewer, seen) ? [ticket] : []));

    await screens[i]!.push('tag', ({ record }) => record.name === `Fim ${grey}`);
    const heard = screens[i]!.pushes().filter(({ channel }) => channel === 'ticket');
    expect({ viewer, hears: named(heard.map(({ record }) => String(record.id))) }).toEqual({ viewer, hears: expected });

    const { body: list } = await by.call<{ tickets: TicketView[] }>(`GET /tickets?after=${last.position}`);
    expect({ viewer, lists: named(list.tickets.map(({ id }) => id)) }).toEqual({ viewer, lists: expected });
    const answers = await Promise.all(
      Object.values(tickets).map(async ({ id }) => ({
        id,
        shown: (await by.call(`GET /tickets/${id}`)).status,
        messages: (await by.call(`GET /messages/${id}`)).status,
        // The tags that it already has: changes nothing.
        changed: (await by.call('POST /tags/sync', { ticketId: id, tags: [tag.id] })).status,
      })),
    );
    for (const what of ['shown', 'messages', 'changed'] as const) {
      const allowed = answers.filter((answer) => answer[what] === 200).map(({ id }) => id);
      expect({ viewer, [what]: named(allowed) }).toEqual({ viewer, [what]: expected });
      expect(answers.every((answer) => answer[what] === 200 || answer[what] === 404)).toBe(true);
    }
  }
  await Promise.all(screens.map((screen) => screen.close()));
});

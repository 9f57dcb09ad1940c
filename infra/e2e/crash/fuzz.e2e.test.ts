import { allRoutes, errors, newId, type RouteDefinition, type TicketOwn, type TicketView } from '@prosa/contracts';
import { z } from 'zod';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { volume } from '../../testing/volume.ts';
import { type Call, type Customer, call, eventually, openTicket, START, signIn, type User } from '../people.fixture.ts';

/** Every field of every call with unexpected values. */
let product: Product;
let boss: User;
let admin: User;
let who: Customer;
let ticket: TicketOwn;
/** Existing ids, by the first segment of a call's path. */
let ids: Record<string, string>;
beforeAll(async () => {
  product = await startProductOnSharedPostgres();
  [boss, admin] = await Promise.all([signIn(product.url, 'super@prosa.demo'), signIn(product.url, 'admin@prosa.demo')]);
  ({ who, ticket } = await openTicket(product, admin));
  const message = await admin.call<{ id: string }>(`POST /messages/${ticket.id}`, { body: 'Bom dia' });
  const { tags } = (await admin.call<{ tags: { id: string }[] }>('GET /tags/list')).body;
  const queue = await admin.call<{ id: string }>('POST /queue', { name: 'Provas', color: '#0A0B0C' });
  const user = await admin.call<{ id: string }>('POST /users', {
    name: 'Provada',
    email: 'provada@prosa.demo',
    password: 'frase rara de provas',
  });
  const connection = await admin.call<{ id: string }>('POST /whatsapp', { name: 'Provas' });
  ids = {
    ticketId: ticket.id,
    messageId: message.body.id,
    key: 'VerFilaCinza',
    tickets: ticket.id,
    contacts: ticket.contactId,
    tags: tags[0]!.id,
    queue: queue.body.id,
    users: user.body.id,
    whatsapp: connection.body.id,
    companies: admin.companyId,
  };
}, START);
afterAll(() => product?.stop(), START);

const within = (value: unknown, depth: number): unknown => (depth === 0 ? value : { a: within(value, depth - 1) });
const strange: unknown[] = [
  ...[
    '',
    '\0',
    'a\0b\0c\0d\0',
    'half \ud800',
    '../../etc',
    '__proto__',
    "';--",
    '%',
    '1e400',
    '0000-01-01T00:00:00Z',
    '\u202e\u001b[31m',
  ],
  ...[-1, 1e308, Number.MAX_SAFE_INTEGER, true, null, [], {}, [null], within(1, 60), Array(300).fill(newId())],
  [{ weekday: 'a\0', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }],
  [{ name: 'a\0', value: 'half \ud800' }],
];
/** Each field gets one of so many values, the next field those between: each value comes to each kind of field, if not to every one. */
const EVERY = volume({ some: 3, all: 1 });
let fields = 0;
const strangeOnes = (): unknown[] => {
  fields += 1;
  return strange.filter((_, nth) => (nth + fields) % EVERY === 0);
};
const good: Record<string, unknown> = {
  name: 'Nome',
  number: '5511987650000',
  color: '#0A0B0D',
  body: 'Oi',
  value: 'enabled',
  password: 'cinco',
};

const fieldsOf = (schema: z.ZodType | undefined): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);
const addressOf = (path: string, id?: string): string =>
  `/${path.slice(1).replace(/:(\w+)/g, (_, name: string) => id ?? ids[name] ?? ids[path.split('/')[1]!] ?? newId())}`;
/** Encodes a value for an address, without lone surrogates. */
const written = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());

/** The calls of one route, with one strange value each. */
const attemptsOf = ({ call, params, query, body }: RouteDefinition): [Call, unknown][] => {
  const [method, path] = call.split(' ') as [string, string];
  const plain = method === 'GET' ? undefined : {};
  const required = Object.fromEntries(fieldsOf(body).flatMap((name) => (name in good ? [[name, good[name]]] : [])));
  return [
    ...(params ? strangeOnes().filter((value) => typeof value === 'string' && value !== '') : []).map(
      (value): [Call, unknown] => [`${method} ${addressOf(path, written(value))}` as Call, plain],
    ),
    ...(method === 'DELETE' ? [] : fieldsOf(query)).flatMap((name) =>
      strangeOnes().map((value): [Call, unknown] => [`${method} ${addressOf(path)}?${name}=${written(value)}` as Call, plain]),
    ),
    ...fieldsOf(body).flatMap((name) =>
      strangeOnes().map((value): [Call, unknown] => [`${method} ${addressOf(path)}` as Call, { ...required, [name]: value }]),
    ),
  ];
};

test('every call answers with a declared status and code, whatever its fields contain', async () => {
  const routes = allRoutes.filter(({ call: of }) => !of.includes('/auth/'));
  const attempts = routes.flatMap((route) => attemptsOf(route));
  expect(attempts.length).toBeGreaterThan(1_000);
  const wrong: unknown[] = [];
  const work = attempts.values();
  const carryOut = async () => {
    for (const [what, body] of work) {
      const { token } = what.includes('/companies') ? boss : admin;
      const { status, body: answer } = await call(product.url, what, { token, body });
      // A call with a position that was never reached waits for it.
      const known =
        status < 300 || (status < 500 && answer?.error in errors) || (status === 503 && answer.error === 'ERR_BEHIND');
      if (!known) wrong.push({ what, body, status, answer });
    }
  };
  await Promise.all(Array.from({ length: 8 }, carryOut));
  expect(wrong).toEqual([]);
  // Thousands of calls on a machine that runs other tests beside them.
}, 300_000);

test('afterwards every record can still be changed and read', async () => {
  const name = `Depois ${newId().slice(-12)}`;
  const changes: [Call, object, Call][] = [
    [`PUT /tags/${ids.tags}`, { name }, `GET /tags/${ids.tags}`],
    [`PUT /queue/${ids.queue}`, { name }, `GET /queue/${ids.queue}`],
    [`PUT /whatsapp/${ids.whatsapp}`, { name }, `GET /whatsapp/${ids.whatsapp}`],
    [`PUT /users/${ids.users}`, { name }, `GET /users/${ids.users}`],
    [`PUT /contacts/${ids.contacts}`, { name }, `GET /contacts/${ids.contacts}`],
  ];
  for (const [change, body, look] of changes) {
    const { status, position } = await admin.call(change, body);
    expect({ change, status }).toEqual({ change, status: 200 });
    expect(await admin.call(`${look}?after=${position}` as Call)).toMatchObject({ status: 200, body: { name } });
  }
  const company = await boss.call(`PUT /companies/${admin.companyId}`, { name });
  expect(company.status).toBe(200);
  const setting = await admin.call('PUT /settings/VerFilaCinza', { value: 'enabled' });
  const after = `after=${setting.position}`;
  expect((await admin.call(`GET /settings/VerFilaCinza?${after}`)).body).toMatchObject({ value: 'enabled' });
  expect(await who.write(name)).toBe(202);
  // The contact may have another number by now: then they are a new one, with a ticket of their own.
  await eventually('the message', async () => {
    const { tickets } = (await admin.call<{ tickets: TicketView[] }>('GET /tickets?showAll=true')).body;
    return tickets.some(({ lastMessage }) => lastMessage === name);
  });
});

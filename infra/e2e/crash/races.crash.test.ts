import { type ContactView, newId, type TicketOwn, type TicketView } from '@prosa/contracts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { volume } from '../../testing/volume.ts';
import {
  type Answer,
  customer,
  eventually,
  instance,
  killAndReplace,
  messagesOf,
  newNumber,
  openTicket,
  type Refusal,
  START,
  signIn,
  type User,
} from '../people.fixture.ts';

let product: Product;
let ana: User;
let admin: User;
let c1: string;
let c2: string;
let p2: string;
beforeAll(async () => {
  product = await startProductOnSharedPostgres({ instances: 2 });
  [ana, admin] = await Promise.all([signIn(product.url, 'ana@prosa.demo'), signIn(product.url, 'admin@prosa.demo')]);
  [c1, c2, p2] = [instance(product, 'command-1'), instance(product, 'command-2'), instance(product, 'projection-2')];
}, START);
afterAll(() => product?.stop(), START);

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const statuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status).sort();

test('fifty concurrent first messages, half with the ninth digit, create one contact and one ticket, although a service is killed', async () => {
  const who = customer(product, 'Zuleica Nóbrega');
  const withNinth = who.number.replace(/^(5511)/, '$19');
  const answers = Promise.all(
    times(50, (i) =>
      who.write(`mensagem ${i}`, {
        id: `first-${i}`,
        from: i % 2 === 0 ? who.number : withNinth,
        base: instance(product, `gateway-${1 + (i % 4 < 2 ? 0 : 1)}`),
      }),
    ),
  );
  const killed = killAndReplace(product, 'command-1');
  expect(new Set(await answers)).toEqual(new Set([202]));
  await killed;
  const { id } = await who.ticket(admin);
  const messages = await eventually('all fifty messages', async () => {
    const found = (await messagesOf(admin, id)).filter(({ fromMe }) => !fromMe);
    return found.length >= 50 && found;
  });
  expect(messages.map(({ body }) => body).sort()).toEqual(times(50, (i) => `mensagem ${i}`).sort());
  expect(new Set(messages.map(({ ticketId }) => ticketId))).toEqual(new Set([id]));
  const { body: tickets } = await admin.call<{ count: number }>(`GET /tickets?searchParam=${who.name.split(' ')[0]}`);
  expect(tickets.count).toBe(1);
  const { body: contacts } = await admin.call<{ contacts: ContactView[] }>(`GET /contacts?searchParam=Zuleica`);
  expect(contacts.contacts).toHaveLength(1);
});

test('of two attendants who accept concurrently one wins, and the other one learns who', async () => {
  for (const _ of times(volume({ some: 3, all: 5 }), () => null)) {
    const who = customer(product);
    await who.write('Oi!');
    const { id } = await who.ticket(ana);
    const accept = (by: User, base: string) =>
      by.through(base).call<TicketOwn & Refusal>(`PUT /tickets/${id}`, { status: 'open', userId: by.id });
    const answers = await Promise.all([accept(ana, c1), accept(admin, c2)]);
    expect(statuses(answers)).toEqual([200, 409]);
    const [winner, loser] = answers[0].status === 200 ? [ana, answers[1]] : [admin, answers[0]];
    expect(loser.body).toMatchObject({
      error: 'ERR_OTHER_OPEN_TICKET',
      details: { userId: winner.id, name: winner.name },
    });
    const won = answers.find(({ status }) => status === 200)!;
    expect(won.body).toMatchObject({ status: 'open', userId: winner.id });
    const { body } = await admin.call<TicketView>(`GET /tickets/${id}?after=${won.position}`);
    expect(body.user).toEqual({ id: winner.id, name: winner.name });
  }
});

test('one Idempotency-Key sent twenty times concurrently on two instances, and again after a kill, creates one message and has one answer', async () => {
  const { ticket, who } = await openTicket(product, ana);
  const key = newId();
  const send = (base: string) =>
    ana.through(base).call<{ id: string }>(`POST /messages/${ticket.id}`, { body: 'Uma vez só.' }, { key });
  const answers = await Promise.all(times(20, (i) => send(i % 2 ? c1 : c2)));
  const said = ({ status, body, position }: Answer<{ id: string }>) => ({ status, id: body.id, position });
  const first = said(answers[0]!);
  expect(first.status).toBe(201);
  for (const answer of answers) expect(said(answer)).toEqual(first);
  await killAndReplace(product, 'command-1');
  expect(said(await send(c1))).toEqual(first);

  const other = await ana.through(c2).call(`POST /messages/${ticket.id}`, { body: 'Outro texto.' }, { key });
  expect(other).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
  const sent = (await messagesOf(ana, ticket.id, first.position)).filter(({ automatic, fromMe }) => fromMe && !automatic);
  expect(sent).toMatchObject([{ id: first.id, body: 'Uma vez só.', clientId: key }]);
  await eventually('the delivery', async () => (await who.delivered()).some(({ text }) => text === 'Uma vez só.'));
  expect((await who.delivered()).filter(({ text }) => text === 'Uma vez só.')).toHaveLength(1);
});

test('a read on one instance with the position of another instance’s write contains it, every time', async () => {
  const { ticket } = await openTicket(product, ana);
  const writeAndRead = async (lane: number) => {
    for (let i = 0; i < volume({ some: 20, all: 250 }); i++) {
      const body = `escrita ${lane}/${i}`;
      const { position, status } = await ana.through(c1).call(`POST /messages/${ticket.id}`, { body, isObservation: true });
      expect(status).toBe(201);
      const read = await ana.through(p2).call<{ messages: { body: string }[] }>(`GET /messages/${ticket.id}?after=${position}`);
      expect(read.body.messages.map((message) => message.body)).toContain(body);
      expect(BigInt(read.position)).toBeGreaterThanOrEqual(BigInt(position));
    }
  };
  await Promise.all(times(4, writeAndRead));
});

test('commands see what another instance has just written although no projection runs', async () => {
  const { body: contact } = await admin.call<ContactView>('POST /contacts', { name: 'Moacir Leal', number: newNumber() });
  const { body: tag } = await admin.call<{ id: string }>('POST /tags', { name: 'Urgente' });
  const pids = ['projection-1', 'projection-2'].map((name) => product.children.find((child) => child.name === name)!.pid()!);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    const one = ana.through(c1);
    const two = ana.through(c2);
    const queueId = ana.queueIds[0];
    const opened = await one.call<TicketOwn>('POST /tickets', { contactId: contact.id, queueId });
    expect(opened.status).toBe(201);
    const { id } = opened.body;
    expect((await two.call<TicketOwn>('POST /tags/sync', { ticketId: id, tags: [tag.id] })).body.tagIds).toEqual([tag.id]);
    const sent = await one.call<{ id: string }>(`POST /messages/${id}`, { body: 'Bom dia!' });
    expect(await two.call(`DELETE /messages/${sent.body.id}`)).toMatchObject({ status: 200, body: { isDeleted: true } });
    // Returned through one instance, accepted through the other, whose cache is older.
    for (const [by, change] of [
      [one, { status: 'pending' }],
      [two, { status: 'open', userId: ana.id }],
      [one, { status: 'closed' }],
      [two, { status: 'open', queueId }],
    ] as const)
      expect(await by.call(`PUT /tickets/${id}`, change)).toMatchObject({ status: 200, body: { status: change.status } });
    expect(await one.call('POST /tickets', { contactId: contact.id, queueId })).toMatchObject({
      status: 409,
      body: { error: 'ERR_OTHER_OPEN_TICKET' },
    });
    // A rule that was set a moment ago is in force.
    expect((await one.call('POST /tags/sync', { ticketId: id, tags: [] })).status).toBe(200);
    const sofia = (await signIn(product.url, 'super@prosa.demo')).through(c1);
    expect((await sofia.call(`PUT /companies/${ana.companyId}`, { tagForce: true })).status).toBe(200);
    await eventually('the rule on the other instance', async () => {
      const { body } = await two.call<{ company: { tagForce: boolean } }>('GET /auth/me');
      return body.company.tagForce;
    });
    expect(await two.call(`PUT /tickets/${id}`, { status: 'closed' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_TAG_REQUIRED' },
    });
    expect((await sofia.call(`PUT /companies/${ana.companyId}`, { tagForce: false })).status).toBe(200);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
});

test('customer, attendant and administrator write to one conversation through all instances; each one’s messages stay in order, and none is lost', async () => {
  const { who, ticket } = await openTicket(product, ana);
  const count = 30;
  const gateways = [instance(product, 'gateway-1'), instance(product, 'gateway-2')];
  const inTurn = async (write: (i: number) => Promise<number | { status: number }>) => {
    for (let i = 0; i < count; i++) {
      const answer = await write(i);
      const status = typeof answer === 'number' ? answer : answer.status;
      expect([201, 202]).toContain(status);
    }
  };
  await Promise.all([
    inTurn((i) => who.write(`cliente ${i}`, { base: gateways[i % 2]! })),
    inTurn((i) => ana.through(i % 2 ? c1 : c2).call(`POST /messages/${ticket.id}`, { body: `ana ${i}` })),
    inTurn((i) => admin.through(i % 2 ? c2 : c1).call(`POST /messages/${ticket.id}`, { body: `nota ${i}`, isObservation: true })),
  ]);
  const bodies = await eventually('all that was written', async () => {
    const found = (await messagesOf(ana, ticket.id)).map(({ body }) => body ?? '');
    return found.filter((body) => /^(cliente|ana|nota) \d+$/.test(body)).length >= 3 * count && found;
  });
  for (const author of ['cliente', 'ana', 'nota'])
    expect(bodies.filter((body) => body.startsWith(`${author} `))).toEqual(times(count, (i) => `${author} ${i}`));
  const delivered = await eventually('the deliveries', async () => {
    const texts = (await who.delivered()).map(({ text }) => text).filter((text) => text.startsWith('ana '));
    return texts.length >= count && texts;
  });
  expect(delivered).toEqual(times(count, (i) => `ana ${i}`));
});

test('a number, a colour and an e-mail are assigned once, however many calls request them concurrently', async () => {
  const number = newNumber();
  const ask = <Body extends object>(what: 'contacts' | 'queue' | 'users', body: (i: number) => Body) =>
    Promise.all(times(6, (i) => admin.through(i % 2 ? c1 : c2).call(`POST /${what}`, body(i))));
  const refusals = (answers: Answer<Refusal>[]) =>
    new Set(answers.filter(({ status }) => status !== 201).map(({ status, body }) => `${status} ${body.error}`));

  const contacts = await ask('contacts', (i) => ({ name: 'Davi Luz', number: i % 3 ? number : number.replace('5511', '55119') }));
  expect(statuses(contacts)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(refusals(contacts)).toEqual(new Set(['409 ERR_DUPLICATED_CONTACT']));
  const queues = await ask('queue', (i) => ({ name: `Fila ${i}`, color: '#123ABC' }));
  expect(statuses(queues)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(refusals(queues)).toEqual(new Set(['409 ERR_QUEUE_COLOR_ALREADY_EXISTS']));
  const users = await ask('users', (i) => ({ name: `Pessoa ${i}`, email: 'mesma@prosa.demo', password: 'segredo' }));
  expect(statuses(users)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(refusals(users)).toEqual(new Set(['409 ERR_DUPLICATED_EMAIL']));
});

test('after a queue is deleted while customers write, no unfinished ticket is left in it', async () => {
  const token = `fila-${newId()}`;
  const { body: queue } = await admin.call<{ id: string }>('POST /queue', { name: 'Passageira', color: '#ABC123' });
  const { body: connection } = await admin.call<{ id: string }>('POST /whatsapp', {
    name: 'Passagem',
    queueIds: [queue.id],
    token,
  });
  const customers = times(16, (i) => customer(product, `Cliente Passageiro ${i}`, { id: connection.id, token }));
  await eventually('the connection', async () => (await customers[0]!.write('Oi')) === 202);
  await Promise.all(customers.slice(1, 8).map((who) => who.write('Oi')));
  await customers[7]!.ticket(admin);
  const [deleted] = await Promise.all([
    admin.through(c1).call(`DELETE /queue/${queue.id}`),
    ...customers.slice(8).map((who, i) => who.write('Oi', { base: instance(product, `gateway-${1 + (i % 2)}`) })),
  ]);
  expect(deleted.status).toBe(200);
  const tickets = await eventually('all tickets, out of the queue', async () => {
    const found = await Promise.all(customers.map((who) => who.ticket(admin)));
    return found.every(({ queueId }) => queueId === null) && found;
  });
  expect(new Set(tickets.map(({ id }) => id)).size).toBe(customers.length);
  expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(['pending']));
});

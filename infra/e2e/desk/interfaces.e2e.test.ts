import { allRoutes, HistoryEntry, MessageView, newId, type RouteDefinition, serviceOf, type TicketView } from '@prosa/contracts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { customer, eventually, instance, messagesOf, openTicket, START, signIn, type User } from '../people.fixture.ts';
import { connectLive, type Heard, listen } from '../screen.fixture.ts';

let product: Product;
let ana: User;
let admin: User;
beforeAll(async () => {
  product = await startProductOnSharedPostgres();
  [ana, admin] = await Promise.all([signIn(product.url, 'ana@prosa.demo'), signIn(product.url, 'admin@prosa.demo')]);
}, START);
afterAll(() => product?.stop(), START);

describe('the simulator', () => {
  test('answers 202 to a message and to its repetition, and creates the message once', async () => {
    const who = customer(product);
    expect(await who.write('Olá!', { id: 'once' })).toBe(202);
    const { id, contactId } = await who.ticket(ana);
    for (let i = 0; i < 5; i++) expect(await who.write('Olá!', { id: 'once' })).toBe(202);
    expect(await who.write('E agora?', { id: 'twice', quotedId: 'once' })).toBe(202);
    const messages = await eventually('the second message', async () => {
      const found = (await messagesOf(ana, id)).filter(({ fromMe }) => !fromMe);
      return found.some(({ body }) => body === 'E agora?') && found;
    });
    expect(messages).toMatchObject([
      { id: who.messageId(contactId, 'once'), body: 'Olá!', ack: expect.any(Number), quotedMsg: null },
      { id: who.messageId(contactId, 'twice'), quotedMsg: { id: who.messageId(contactId, 'once'), body: 'Olá!' } },
    ]);
  });

  test('lists what the customer has received, in order, and returns their acks', async () => {
    const { who, ticket } = await openTicket(product, ana);
    const texts = ['Primeira', 'Segunda\nem duas linhas', 'Terceira 🙂'];
    const ids: string[] = [];
    for (const body of texts) ids.push((await ana.call<{ id: string }>(`POST /messages/${ticket.id}`, { body })).body.id);
    const delivered = await eventually('the deliveries', async () => {
      const found = (await who.delivered()).filter(({ id }) => ids.includes(id));
      return found.length === texts.length && found;
    });
    expect(delivered).toEqual(
      texts.map((text, i) => ({
        id: ids[i],
        type: 'text',
        text,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        quotedId: null,
        choices: null,
        media: null,
        location: null,
        contacts: null,
        deleted: false,
      })),
    );
    await eventually('the acks', async () =>
      (await messagesOf(ana, ticket.id)).filter(({ id }) => ids.includes(id)).every(({ ack }) => ack >= 3),
    );
  });
});

describe('/live', () => {
  test('welcomes with a position, and pushes what GET returns', async () => {
    const screen = await listen(product.url, ana);
    const beat = { pingInterval: 18_000, pingTimeout: 18_000 };
    expect(screen.frames[0]).toEqual({ type: 'welcome', position: expect.stringMatching(/^\d+$/), ...beat });
    const who = customer(product);
    await who.write('Bom dia!');
    const { record } = await screen.push('ticket', ({ record }) => (record as TicketView).contact?.number === who.number);
    const ticket = record as TicketView;
    const message = await screen.push('appMessage', ({ record }) => record.ticketId === ticket.id && record.body === 'Bom dia!');
    expect(message.action).toBe('create');
    MessageView.parse(message.record);
    // The customer's message and the greeting, and nothing after them.
    const [shown] = await Promise.all([ana.call<TicketView>(`GET /tickets/${ticket.id}?after=${message.position}`)]);
    const last = screen.pushes().findLast(({ channel, record }) => channel === 'ticket' && record.id === ticket.id);
    expect(BigInt(last!.position)).toBeLessThanOrEqual(BigInt(shown.position));
    await eventually('a frame that is what GET says', async () => {
      const { body } = await ana.call<TicketView>(`GET /tickets/${ticket.id}`);
      const heard = screen.pushes().findLast(({ channel, record }) => channel === 'ticket' && record.id === ticket.id);
      return JSON.stringify(heard?.record) === JSON.stringify(body);
    });
    await screen.close();
  });

  test('sends a reconnecting client with `after` the missed frames from that position on, or a refetch frame if they are no longer kept', async () => {
    const first = await listen(product.url, ana);
    const who = customer(product);
    await who.write('antes');
    const seen = await first.push('appMessage', ({ record }) => record.body === 'antes');
    await first.close();
    await who.write('enquanto isso');
    const { contactId } = await who.ticket(ana);
    const text = await eventually('the message', async () => {
      const { id } = await who.ticket(ana);
      return (await messagesOf(ana, id)).find(({ body }) => body === 'enquanto isso');
    });
    expect(text.contactId).toBe(contactId);
    const back = await listen(product.url, ana, seen.position);
    await back.push('appMessage', ({ record, position }) => record.body === 'antes' && position === seen.position);
    await back.push('appMessage', ({ record }) => record.body === 'enquanto isso');
    await back.close();

    const late = await listen(product.url, ana, '1');
    await late.until('the refetch', ({ type }) => type === 'refetch');
    // No earlier pushes, only new ones: receipts of just now.
    const { position } = await late.until<Extract<Heard, { type: 'welcome' }>>('the welcome', ({ type }) => type === 'welcome');
    for (const push of late.pushes()) expect(BigInt(push.position)).toBeGreaterThan(BigInt(position));
    await late.close();
  });

  test('joins narrow the pushes to statuses and conversations; joinNotification adds customers’ messages of other tickets', async () => {
    const { ticket, who } = await openTicket(product, ana);
    const screen = await listen(product.url, ana);
    for (const frame of [
      { type: 'joinNotification' },
      { type: 'joinTickets', status: 'pending' },
      { type: 'joinChatBox', ticketId: ticket.id },
      { type: 'userStatus' },
    ])
      screen.send(frame);
    const other = await openTicket(product, admin);
    await ana.call(`POST /messages/${ticket.id}`, { body: 'para a conversa aberta' });
    await admin.call(`POST /messages/${other.ticket.id}`, { body: 'para a outra' });
    await other.who.write('aviso');
    await who.write('fim');
    await screen.push('appMessage', ({ record }) => record.body === 'fim');
    await screen.push('appMessage', ({ record }) => record.body === 'aviso');
    const bodies = screen.pushes().flatMap(({ channel, record }) => (channel === 'appMessage' ? [record.body] : []));
    expect(bodies).toContain('para a conversa aberta');
    expect(bodies).not.toContain('para a outra');
    await screen.close();
  });

  test('refuses a page of another site', async () => {
    await expect(connectLive(product.url, { origin: 'https://example.com' })).rejects.toThrow('403');
    const own = await connectLive(product.url, { origin: product.url });
    await own.close();
  });
});

test('a command returns its record and position, a read with `after` contains it, and a projection that is behind answers when to retry', async () => {
  const { ticket } = await openTicket(product, ana);
  const sent = await ana.call(`POST /messages/${ticket.id}`, { body: 'Sim.' });
  expect(sent).toMatchObject({ status: 201, body: { ticketId: ticket.id, body: 'Sim.', fromMe: true } });
  expect(sent.position).toMatch(/^\d+$/);
  const read = await ana.call<{ messages: MessageView[] }>(`GET /messages/${ticket.id}?after=${sent.position}`);
  expect(read.body.messages.at(-1)?.body).toBe('Sim.');
  expect(BigInt(read.position)).toBeGreaterThanOrEqual(BigInt(sent.position));
  const future = await ana.call(`GET /tickets/${ticket.id}?after=${BigInt(read.position) * 1000n}`);
  expect(future).toMatchObject({ status: 503, body: { error: 'ERR_BEHIND', message: expect.any(String) } });
  expect(future.headers.get('retry-after')).toMatch(/^\d+$/);
});

test('the history of a ticket has all its events in order, with their actors and without secrets', async () => {
  const { who, ticket } = await openTicket(product, ana, 'Noêmia Vilela');
  await ana.call(`POST /messages/${ticket.id}`, { body: 'Pois não?' });
  await ana.call(`PUT /tickets/${ticket.id}`, { status: 'pending' });
  await ana.call(`PUT /tickets/${ticket.id}`, { status: 'open', userId: ana.id });
  const { position } = await ana.call(`PUT /tickets/${ticket.id}`, { status: 'closed' });
  const { body, status } = await ana.call<HistoryEntry[]>(`GET /tickets/${ticket.id}/history?after=${position}`);
  expect(status).toBe(200);
  for (const entry of body) HistoryEntry.parse(entry);
  // Acknowledgements arrive at any time.
  const types = body.map(({ type }) => type).filter((type) => type !== 'MessageAcknowledged');
  expect(types).toEqual([
    'TicketOpened',
    'MessageReceived',
    'MessageSent',
    'TicketAccepted',
    'MessageSent',
    'TicketReturned',
    'TicketAccepted',
    'TicketClosed',
  ]);
  const positions = body.map((entry) => BigInt(entry.position));
  expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
  expect(body.find(({ type }) => type === 'TicketAccepted')?.actor).toEqual({ kind: 'user', id: ana.id, name: ana.name });
  expect(body.find(({ type }) => type === 'MessageReceived')?.actor).toMatchObject({ kind: 'customer', name: who.name });
  expect(JSON.stringify(body)).not.toMatch(/commandHash|tokenHash|password|prosa-demo|Bearer/);
});

describe('the one origin', () => {
  test('lists every call in /api/openapi.json', async () => {
    const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(allRoutes.map(addressOf).sort());
  });

  test('documents them for people in /api/docs', async () => {
    const answer = await fetch(`${product.url}/api/docs`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const script = await fetch(`${product.url}/api/docs/static/swagger-ui-bundle.js`);
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf-8']);
    const shown = (await (await fetch(`${product.url}/api/docs/json`)).json()) as { info: { description: string } };
    expect(shown.info.description).toContain('## Idempotency-Key');
  });

  test.each(allRoutes.map((route) => [route.call, route] as const))(
    '%s is answered by the service that it belongs to',
    async (_, route) => {
      const owner = serviceOf(route.call);
      const [method, pattern] = route.call.split(' ') as [string, string];
      const path = pattern.replace(/:key/, 'VerFilaCinza').replace(/:\w+/g, newId());
      const sent = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } };
      // Not by `call`: a service answers another service's calls with a code that the call does not declare.
      const at = async (base: string) => {
        const answer = await fetch(`${base}/api${path}`, { method, ...sent });
        const { error } = JSON.parse((await answer.text()) || '{}') as { error?: string };
        return error === 'ERR_NOT_FOUND' ? 'elsewhere' : answer.status;
      };
      const mine = route.may === 'public' ? expect.any(Number) : 401;
      expect(await at(product.url)).toEqual(mine);
      expect(await at(instance(product, `${owner}-1`))).toEqual(mine);
      expect(await at(instance(product, owner === 'command' ? 'projection-1' : 'command-1'))).toBe('elsewhere');
    },
  );

  test('treats an address with a trailing slash like the one without', async () => {
    for (const path of ['/queue', '/users', '/tags', '/contacts', '/tickets', '/auth/me', '/tickets/counts'] as const) {
      const [without, withSlash] = [await admin.call(`GET ${path}`), await admin.call(`GET ${path}/`)];
      expect(withSlash.status).toBe(200);
      expect(withSlash.body).toEqual(without.body);
    }
    expect((await admin.call('POST /tags/', { name: 'Barra' })).status).toBe(201);
  });

  test('serves the app at its addresses, and refuses unknown calls', async () => {
    const page = await fetch(`${product.url}/tickets/${newId()}`);
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(page.headers.get('content-security-policy')).toMatch("default-src 'self'");
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/nothing'],
      ['GET', '/webhooks/nothing'],
      ['GET', '/live'],
      ['POST', '/tickets'],
    ]) {
      const answer = await fetch(`${product.url}${path}`, { method: method! });
      expect({ path, status: answer.status, body: await answer.json() }).toMatchObject({
        path,
        status: 404,
        body: { error: 'ERR_NOT_FOUND' },
      });
    }
  });

  test('reports whether it is ready, and what it waits for', async () => {
    expect(await (await fetch(`${product.url}/readyz`)).json()).toEqual({ ready: true, away: [] });
    for (const name of ['command-1', 'projection-1', 'gateway-1']) {
      const base = instance(product, name);
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      expect(await (await fetch(`${base}/metrics`)).text()).toMatch(/^process_resident_memory_bytes/m);
    }
  });
});

const addressOf = ({ call: what }: RouteDefinition) => {
  const [method, path] = what.split(' ') as [string, string];
  return `${method} /api${path.replace(/:(\w+)/g, '{$1}')}`;
};

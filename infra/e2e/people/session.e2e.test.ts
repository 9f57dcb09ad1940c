import { liveCloseCodes, type TicketView } from '@prosa/contracts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { call, cookieOf, customer, eventually, instance, openTicket, START, signIn, type User } from '../people.fixture.ts';
import { listen } from '../screen.fixture.ts';

let product: Product;
let admin: User;
beforeAll(async () => {
  product = await startProductOnSharedPostgres();
  admin = await signIn(product.url, 'admin@prosa.demo');
}, START);
afterAll(() => product?.stop(), START);

const refresh = (cookie: string) =>
  call<{ token: string; error?: string }>(product.url, 'POST /auth/refresh_token', { headers: { cookie } });
const both = ['command', 'projection'] as const;
const me = (user: User, service: (typeof both)[number]) =>
  user.through(instance(product, `${service}-1`)).call(service === 'command' ? 'GET /auth/me' : 'GET /live/me');

test('a sign-in elsewhere ends the older session: its socket is closed with the reason, its token refused by both services', async () => {
  const before = await signIn(product.url, 'ana@prosa.demo');
  const screen = await listen(product.url, before);
  const now = await signIn(product.url, 'ana@prosa.demo');
  const told = await screen.push('auth');
  expect(told.record).toMatchObject({ userId: before.id, version: expect.any(Number) });
  expect(await screen.closed).toBe(liveCloseCodes.signedInElsewhere);
  for (const service of both) {
    await eventually(`the refusal by the ${service} side`, async () => (await me(before, service)).status === 401);
    expect((await me(before, service)).body.error).toBe('ERR_UNAUTHENTICATED');
    expect((await me(now, service)).status).toBe(200);
  }
  expect((await refresh(before.cookie)).status).toBe(401);
  await expect(listen(product.url, before)).rejects.toThrow('ERR_UNAUTHENTICATED');
  await (await listen(product.url, now)).close();
});

test('a new token is accepted everywhere at once', async () => {
  for (let i = 0; i < 5; i++) {
    const bruno = await signIn(product.url, 'bruno@prosa.demo');
    for (const service of both) expect((await me(bruno, service)).status).toBe(200);
  }
});

test('a refresh returns a new token and a new cookie, a concurrent one the same cookie, and the session continues', async () => {
  const bruno = await signIn(product.url, 'bruno@prosa.demo');
  const tabs = await Promise.all([refresh(bruno.cookie), refresh(bruno.cookie)]);
  expect(tabs.map(({ status }) => status)).toEqual([200, 200]);
  const cookies = tabs.map(({ headers }) => cookieOf(headers));
  expect(cookies[1]).toBe(cookies[0]);
  expect(cookies[0]).not.toBe(bruno.cookie);
  const again = await refresh(cookies[0]!);
  expect(again.status).toBe(200);
  const header = again.headers.getSetCookie()[0];
  expect(header).toMatch(/^prosa_refresh=.*; Path=\/api\/auth; HttpOnly; SameSite=Strict/);
  for (const { body } of [...tabs, again])
    for (const path of ['GET /auth/me', 'GET /live/me'] as const)
      expect((await call(product.url, path, { token: body.token })).status).toBe(200);
  expect((await refresh('prosa_refresh=made-up')).status).toBe(401);
  expect((await refresh('')).status).toBe(401);
});

test('a cookie used again after its successor was used ends the session, and its socket gets the reason', async () => {
  const bruno = await signIn(product.url, 'bruno@prosa.demo');
  const screen = await listen(product.url, bruno);
  const second = cookieOf((await refresh(bruno.cookie)).headers)!;
  const third = cookieOf((await refresh(second)).headers)!;
  await refresh(third);
  const found = await refresh(bruno.cookie);
  expect([found.status, found.body.error]).toEqual([401, 'ERR_SESSION_ENDED_FOR_SAFETY']);
  expect(await screen.closed).toBe(liveCloseCodes.unauthenticated);
  expect(screen.frames.at(-1)).toMatchObject({ type: 'error', error: 'ERR_SESSION_ENDED_FOR_SAFETY' });
  for (const service of both) {
    await eventually(`the refusal by the ${service} side`, async () => (await me(bruno, service)).status === 401);
    expect((await me(bruno, service)).body.error).toBe('ERR_SESSION_ENDED_FOR_SAFETY');
  }
});

test('in a stopped company nobody can work, but customers’ messages are kept; after it is started again, all data are there', async () => {
  const [ana, bruno] = [await signIn(product.url, 'ana@prosa.demo'), await signIn(product.url, 'bruno@prosa.demo')];
  const boss = await signIn(product.url, 'super@prosa.demo');
  const screen = await listen(product.url, ana);
  const status = (to: boolean) => boss.call(`PUT /companies/${boss.companyId}`, { status: to });
  expect((await status(false)).status).toBe(200);
  try {
    expect(await screen.closed).toBe(liveCloseCodes.unauthenticated);
    expect(screen.frames.at(-1)).toMatchObject({ type: 'error', error: 'ERR_COMPANY_STOPPED' });
    for (const service of both) {
      await eventually(`the refusal by the ${service} side`, async () => (await me(ana, service)).status === 401);
      expect((await me(ana, service)).body.error).toBe('ERR_COMPANY_STOPPED');
    }
    expect((await refresh(bruno.cookie)).body.error).toBe('ERR_COMPANY_STOPPED');
    await expect(listen(product.url, bruno)).rejects.toThrow('ERR_COMPANY_STOPPED');
    const writer = customer(product);
    expect(await writer.write('Alguém aí?')).toBe(202);
    // The administrator, who may stop it, still sees it.
    await writer.ticket(boss);
  } finally {
    expect((await status(true)).status).toBe(200);
  }
  await eventually('the welcome', async () => (await me(ana, 'projection')).status === 200);
  expect((await refresh(bruno.cookie)).status).toBe(200);
});

test('a sign-out ends token, cookie and socket', async () => {
  const bruno = await signIn(product.url, 'bruno@prosa.demo');
  const screen = await listen(product.url, bruno);
  expect((await bruno.call('DELETE /auth/logout')).status).toBe(200);
  expect(await screen.closed).toBeGreaterThanOrEqual(4001);
  for (const service of both)
    await eventually(`the refusal by the ${service} side`, async () => (await me(bruno, service)).status === 401);
  expect((await refresh(bruno.cookie)).status).toBe(401);
});

test('a user who loses a queue during traffic gets no more of its pushes, and is told to refetch', async () => {
  const ana = await signIn(product.url, 'ana@prosa.demo');
  const [vendas, suporte] = ana.queueIds as [string, string];
  const { who, ticket } = await openTicket(product, admin);
  const screen = await listen(product.url, ana);
  const writer = customer(product);
  await writer.write('antes');
  const number = ({ record }: { record: object }) => (record as TicketView).contact?.number;
  const { record } = await screen.push('ticket', (frame) => number(frame) === writer.number);

  let taken: string | undefined;
  let after = 0;
  const flow = (async () => {
    for (let i = 0; taken === undefined || after < 10; i++) {
      if (taken !== undefined) after += 1;
      await Promise.all([writer.write(`linha ${i}`), who.write(`eco ${i}`)]);
    }
  })();
  await screen.push('appMessage', (frame) => frame.record.body === 'linha 3');
  const { position, status } = await admin.call(`PUT /users/${ana.id}`, { queueIds: [suporte] });
  expect(status).toBe(200);
  taken = position;
  await flow;
  await screen.until('the refetch', ({ type }) => type === 'refetch');
  await writer.write('depois');
  await eventually('the last message', async () => {
    const { body } = await admin.call<{ messages: { body: string }[] }>(`GET /messages/${record.id}`);
    return body.messages.some((message) => message.body === 'depois');
  });
  // A push to the whole company arrives after all of those.
  await admin.call('POST /tags', { name: 'Sentinela' });
  await screen.push('tag', (frame) => frame.record.name === 'Sentinela');
  const late = screen
    .pushes()
    .filter(({ channel, position: at }) => (channel === 'appMessage' || channel === 'ticket') && BigInt(at) > BigInt(position));
  expect(late).toEqual([]);
  expect((await ana.call(`GET /tickets/${record.id}?after=${position}`)).status).toBe(404);
  expect((await ana.call(`GET /tickets/${ticket.id}`)).status).toBe(404);
  expect((await ana.call(`PUT /tickets/${record.id}`, { status: 'open', userId: ana.id })).status).toBe(404);

  const back = await admin.call(`PUT /users/${ana.id}`, { queueIds: [vendas, suporte] });
  expect((await ana.call(`GET /tickets/${record.id}?after=${back.position}`)).status).toBe(200);
  await screen.close();
});

test('a deleted user is signed out at once, and their ticket returns to its queue', async () => {
  const [queueId] = (await signIn(product.url, 'ana@prosa.demo')).queueIds;
  const { body } = await admin.call<{ id: string }>('POST /users', {
    name: 'Caio Leal',
    email: 'caio@prosa.demo',
    password: 'segredo1',
    queueIds: [queueId],
  });
  const caio = await signIn(product.url, 'caio@prosa.demo', 'segredo1');
  const { ticket } = await openTicket(product, caio);
  const screen = await listen(product.url, caio);
  expect((await admin.call(`DELETE /users/${body.id}`)).status).toBe(200);
  expect(await screen.closed).toBe(liveCloseCodes.unauthenticated);
  for (const service of both)
    await eventually(`the refusal by the ${service} side`, async () => (await me(caio, service)).status === 401);
  await eventually('the ticket in its queue', async () => {
    const { body: shown } = await admin.call<TicketView>(`GET /tickets/${ticket.id}`);
    return shown.status === 'pending' && shown.userId === null && shown.queueId === queueId;
  });
});

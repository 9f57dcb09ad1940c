/** @jest-environment ../infra/testing/native/environment.ts */

import { jest } from '@jest/globals';
import { routes } from '@prosa/contracts';
import { type Said, serve } from '../../testing/server.ts';
import { remember, remembered } from '../device/storage.ts';
import { createApi, pathOf } from './api.ts';

const id = '0190c1d2-0000-7000-8000-000000000001';
const me = { id, name: 'Ana' };
let server: Awaited<ReturnType<typeof serve>>;
afterEach(async () => {
  remember('token', null);
  remember('companyId', null);
  await server.close();
});

const signedOut = jest.fn();
const start = async (answer: Parameters<typeof serve>[0]) => {
  server = await serve(answer);
  signedOut.mockReset();
  remember('token', 'old');
  remember('companyId', 'c1');
  return createApi({ base: 'http://localhost/api', onSignedOut: signedOut });
};
const accept = { params: { ticketId: id }, body: { status: 'open' as const } };
const calls = (call: string) => server.heard.filter((heard) => heard.call === call);

/** 403 for every token but `good`, which a refresh returns. */
const expired =
  (refresh: Said = { body: { token: 'new', user: me } }, good = 'new') =>
  ({ call, token }: { call: string; token: string | null }): Said => {
    if (call === 'POST /auth/refresh_token') return refresh;
    return token === good ? { body: me } : { status: 403, body: { error: 'ERR_SESSION_EXPIRED', message: '' } };
  };

test('no answer stays in the browser’s cache for another user', async () => {
  const { call } = await start(() => ({ body: me }));
  const ordinary = globalThis.fetch;
  const modes: unknown[] = [];
  globalThis.fetch = (input, init) => {
    modes.push(init?.cache);
    return ordinary(input, init);
  };
  try {
    await call(routes.sessions.me);
  } finally {
    globalThis.fetch = ordinary;
  }
  expect(modes).toEqual(['no-store']);
});

test('what the page has asked ahead of the app is not asked again, once and for the same token', async () => {
  const { call } = await start(() => ({ body: { ...me, name: 'asked' } }));
  const nameOf = async (token: string, answer: () => Promise<Response>, age = 0) => {
    const ahead = answer();
    ahead.catch(() => undefined); // as the page does
    Object.assign(globalThis, { prosaAhead: { token, at: performance.now() - age, answers: new Map([['/auth/me', ahead]]) } });
    return (await call(routes.sessions.me)).data.name;
  };
  const said = async () => Response.json({ ...me, name: 'ahead' });
  const names = [await nameOf('old', said), (await call(routes.sessions.me)).data.name];
  names.push(await nameOf('of before', said), await nameOf('old', () => Promise.reject(new Error('no network'))));
  names.push(await nameOf('old', said, 10_000));
  expect(names).toEqual(['ahead', 'asked', 'asked', 'asked', 'asked']);
});

test('tickets asked ahead are given to the call with the same filters, and to none that waits for a command', async () => {
  const page = { tickets: [], count: 0, hasMore: false };
  const { call } = await start(({ call }) => ({
    body: { ...page, count: 1 },
    ...(call.startsWith('PUT') && { headers: { 'prosa-position': '7' } }),
  }));
  const ahead = () => {
    const answer = Promise.resolve(Response.json({ ...page, count: 2 }));
    Object.assign(globalThis, { prosaAhead: { token: 'old', at: performance.now(), answers: new Map([[firstPath, answer]]) } });
  };
  const query = { status: 'open' } as const;
  const firstPath = pathOf(routes.tickets.list, { query });
  const countOf = async (more: object = {}) => (await call(routes.tickets.list, { query: { ...query, ...more } })).data.count;
  ahead();
  expect([await countOf({ queueIds: ['none'] }), await countOf(), await countOf()]).toEqual([1, 2, 1]);
  ahead();
  await call(routes.tickets.change, accept);
  expect(await countOf()).toBe(1);
});

test('a command carries the token and a fresh key of its own', async () => {
  const { call } = await start(() => ({ body: {} }));
  await call(routes.tickets.change, accept);
  await call(routes.tickets.change, accept);
  const [first, second] = server.heard;
  expect(first).toMatchObject({ call: `PUT /tickets/${id}`, token: 'old', body: { status: 'open' } });
  expect(first!.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(second!.key).not.toBe(first!.key);
});

test('a read carries no key, its lists in the specification’s notation, and no empty parameters', async () => {
  const { call } = await start(() => ({ body: { tickets: [] } }));
  await call(routes.tickets.list, { query: { queueIds: ['a', 'b'], searchParam: '', status: 'open' } });
  expect(server.heard[0]!.key).toBeUndefined();
  expect(server.heard[0]!.query.toString()).toBe(new URLSearchParams({ queueIds: '["a","b"]', status: 'open' }).toString());
});

test('reads wait for the tab’s last command until an answer contains it', async () => {
  let now = '5';
  const { call } = await start(({ call: heard }) => ({ headers: { 'prosa-position': heard.startsWith('PUT') ? '12' : now } }));
  const read = () => call(routes.queues.list);
  await read();
  await call(routes.tickets.change, accept);
  await read();
  now = '12';
  await read();
  await read();
  expect(calls('GET /queue').map(({ query }) => query.get('after'))).toEqual([null, '12', '12', null]);
});

test('403 for three concurrent calls causes one refresh, and one retry of each', async () => {
  const { call } = await start(expired());
  const answers = await Promise.all([1, 2, 3].map(() => call(routes.sessions.me)));
  expect(answers.map(({ data }) => data)).toEqual([me, me, me]);
  expect(calls('POST /auth/refresh_token')).toHaveLength(1);
  expect(calls('GET /auth/me')).toHaveLength(6);
  expect(remembered('token')).toBe('new');
});

test('a retry after a refresh keeps the command’s key', async () => {
  const { call } = await start(expired());
  await call(routes.tickets.change, accept);
  const [first, second] = calls(`PUT /tickets/${id}`);
  expect(second!.key).toBe(first!.key);
});

test('a repeated 403 is reported after the one retry, and the session stays', async () => {
  const { call } = await start(expired(undefined, 'none'));
  await expect(call(routes.sessions.me)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED', status: 403 });
  expect(server.heard).toHaveLength(3);
  expect(signedOut).not.toHaveBeenCalled();
});

test('two clients, as in two tabs, refresh once', async () => {
  const { call } = await start(expired());
  const other = createApi({ base: 'http://localhost/api' });
  await Promise.all([call(routes.sessions.me), other.call(routes.sessions.me)]);
  expect(calls('POST /auth/refresh_token')).toHaveLength(1);
});

test('a refresh that answers 401 ends the session', async () => {
  const { call } = await start(expired({ status: 401, body: { error: 'ERR_SESSION_EXPIRED', message: '' } }));
  await expect(call(routes.sessions.me)).rejects.toMatchObject({ status: 401 });
  expect([remembered('token'), remembered('companyId')]).toEqual([null, null]);
  expect(signedOut).toHaveBeenCalled();
});

test('a refresh without an answer leaves the session unchanged', async () => {
  const { call } = await start(expired({ status: 503, body: { error: 'ERR_BUSY', message: '' } }));
  await expect(call(routes.sessions.me)).rejects.toMatchObject({ code: 'ERR_BUSY' });
  expect(remembered('token')).toBe('old');
});

test('401 deletes token and company', async () => {
  const { call } = await start(() => ({ status: 401, body: { error: 'ERR_UNAUTHENTICATED', message: '' } }));
  await expect(call(routes.queues.list)).rejects.toMatchObject({ code: 'ERR_UNAUTHENTICATED' });
  expect([remembered('token'), remembered('companyId')]).toEqual([null, null]);
  expect(signedOut).toHaveBeenCalledTimes(1);
  expect(server.heard).toHaveLength(1);
});

test('401 of a sign-in deletes nothing', async () => {
  const { call } = await start(() => ({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS', message: '' } }));
  await expect(call(routes.sessions.login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'ERR_INVALID_CREDENTIALS',
  });
  expect(remembered('token')).toBe('old');
  expect(signedOut).not.toHaveBeenCalled();
});

test('401 of an old token, after another tab has signed in, is retried with the new token', async () => {
  const { call } = await start(({ token }) => {
    remember('token', 'newer');
    return token === 'newer' ? { body: me } : { status: 401, body: { error: 'ERR_UNAUTHENTICATED', message: '' } };
  });
  await expect(call(routes.sessions.me)).resolves.toMatchObject({ data: me });
  expect(signedOut).not.toHaveBeenCalled();
});

test('a refusal has its code, fields and details', async () => {
  const { call } = await start(() => ({
    status: 409,
    body: { error: 'ERR_X', message: 'm', fields: { name: 'Required' }, details: { by: 'Bia' } },
  }));
  await expect(call(routes.queues.list)).rejects.toMatchObject({
    code: 'ERR_X',
    status: 409,
    message: 'm',
    fields: { name: 'Required' },
    details: { by: 'Bia' },
    isUncertain: false,
  });
});

test.each([
  ['Volte mais tarde', 'Volte mais tarde'],
  [null, 'HTTP 400'],
  [{ error: { why: 'nobody knows' } }, 'HTTP 400'],
])('a refusal with only %j has the code %s', async (body, code) => {
  const { call } = await start(() => ({ status: 400, body }));
  await expect(call(routes.queues.list)).rejects.toMatchObject({ code, status: 400 });
});

test('no answer, a timeout and a cancelled call are told apart', async () => {
  const { call } = await start(() => 'never');
  await expect(call(routes.sessions.me, { timeout: 30 })).rejects.toMatchObject({
    code: 'TIMEOUT',
    status: 0,
    isUncertain: true,
  });
  const controller = new AbortController();
  const given = call(routes.sessions.me, { signal: controller.signal });
  controller.abort();
  await expect(given).rejects.toMatchObject({ code: 'CANCELLED' });
  const nowhere = createApi({ base: 'http://127.0.0.1:9/api' });
  await expect(nowhere.call(routes.sessions.me)).rejects.toMatchObject({ code: 'NETWORK', status: 0 });
});

const tokenOf = (userId: string, version = 1) => `x.${btoa(JSON.stringify({ sub: userId, version }))}.x`;
const [ana, bruno] = [tokenOf('ana'), tokenOf('bruno')];
const unauthenticated: Said = { status: 401, body: { error: 'ERR_UNAUTHENTICATED', message: '' } };
const sessionExpired: Said = { status: 403, body: { error: 'ERR_SESSION_EXPIRED', message: '' } };

test.each([
  ['is refused', unauthenticated],
  ['has expired', sessionExpired],
])('one user’s call is not sent as another who signed in meanwhile, if its token %s', async (_, refusal) => {
  const { call } = await start(({ token }) => {
    remember('token', bruno); // in another tab
    return token === ana ? refusal : { body: {} };
  });
  remember('token', ana);
  await expect(call(routes.tickets.change, accept)).rejects.toMatchObject({ status: refusal.status });
  expect(server.heard.map(({ token }) => token)).toEqual([ana]);
  expect(remembered('token')).toBe(bruno);
  expect(signedOut).not.toHaveBeenCalled();
});

test('a refresh that is answered after the sign-out does not restore the session', async () => {
  const { call } = await start((heard) => {
    if (heard.call === 'POST /auth/refresh_token') remember('token', null);
    return heard.token === null ? unauthenticated : expired()(heard);
  });
  await expect(call(routes.sessions.me)).rejects.toMatchObject({ status: 401 });
  expect(remembered('token')).toBeNull();
});

test('signing out with an expired token ends the session by its cookie', async () => {
  const newer = `${tokenOf('ana')}2`;
  const { signOut } = await start(({ call, token }) => {
    if (call === 'POST /auth/refresh_token') return { body: { token: newer, user: me } };
    return token === newer ? { body: null } : sessionExpired;
  });
  remember('token', null);
  await signOut(ana);
  expect(calls('DELETE /auth/logout').map(({ token }) => token)).toEqual([ana, newer]);
  expect(remembered('token')).toBeNull();
});

test.each([
  ['another user', bruno],
  ['the same user anew', tokenOf('ana', 2)],
])('a late sign-out does not end the session of %s', async (_, other) => {
  const { signOut } = await start(({ call }) =>
    call === 'POST /auth/refresh_token' ? { body: { token: other, user: me } } : sessionExpired,
  );
  remember('token', other);
  await signOut(ana);
  expect(calls('DELETE /auth/logout').map(({ token }) => token)).toEqual([ana]);
  expect(remembered('token')).toBe(other);
});

test('a sign-in waits for the previous sign-out, which deletes the cookie', async () => {
  const order: string[] = [];
  const { call, signOut } = await start(async ({ call }) => {
    if (call === 'DELETE /auth/logout') await new Promise((resolve) => setTimeout(resolve, 50));
    order.push(call);
    return { body: { token: 'new', user: me } };
  });
  await Promise.all([signOut('old'), call(routes.sessions.login, { body: { email: 'ana@prosa.test', password: 'segredo' } })]);
  expect(order).toEqual(['DELETE /auth/logout', 'POST /auth/login']);
});

test('a call with a token of its own neither uses nor ends the session', async () => {
  const { call } = await start(({ token }) => (token === 'checkout' ? { body: me } : sessionExpired));
  expect((await call(routes.sessions.me, { token: 'checkout' })).data).toEqual(me);
  await expect(call(routes.sessions.me, { token: 'of an hour ago' })).rejects.toMatchObject({ status: 403 });
  expect(server.heard.map(({ call, token }) => [call, token])).toEqual([
    ['GET /auth/me', 'checkout'],
    ['GET /auth/me', 'of an hour ago'],
  ]);
  expect(remembered('token')).toBe('old');
  expect(signedOut).not.toHaveBeenCalled();
});

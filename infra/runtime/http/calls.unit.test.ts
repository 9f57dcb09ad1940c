import { randomBytes, randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { errors, route } from '@prosa/contracts';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { until } from '../../testing/until.ts';
import { createLogger } from '../kernel/log.ts';
import { type CallKind, callSizes, companyCalls } from './calls.ts';
import { implement } from './implement.ts';
import { metrics, operations } from './operations.ts';
import { createServer, type Principal } from './server.ts';
import { accessTokens } from './tokens.ts';

/** Calls that end when the test ends them; `begun` is in the order in which they began. */
const scene = () => {
  const registry = new Registry();
  const calls = companyCalls(callSizes, registry);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (company: string, name: string, kind: CallKind = 'other') => {
    const answer = calls.run(company, kind, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    return answer.catch((error: { code: string }) => error.code);
  };
  const many = (company: string, count: number, kind?: CallKind) =>
    Array.from({ length: count }, (_, n) => call(company, `${company}${n}`, kind));
  const end = async (name: string) => {
    ends.get(name)!();
    await jest.advanceTimersByTimeAsync(0);
  };
  const told = async (outcome: string) =>
    Number(new RegExp(`outcome="${outcome}"} (\\d+)`).exec(await registry.metrics())?.[1] ?? 0);
  return { begun, call, many, end, told };
};
describe('for each company', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('32 calls of a company run concurrently, the next one waits for the first to end; another company’s does not wait', async () => {
    const { begun, call, many, end, told } = scene();
    many('a', 32);
    call('a', 'waits');
    call('b', 'other');
    expect(begun).toHaveLength(33);
    expect(begun).not.toContain('waits');
    expect(begun).toContain('other');
    await end('other');
    expect(begun).not.toContain('waits');
    await end('a7');
    expect(begun.at(-1)).toBe('waits');
    expect([await told('served'), await told('refused')]).toEqual([1, 0]);
  });

  test('a call that has waited for 2 s is refused, and frees its place in the queue', async () => {
    const { begun, call, many, end, told } = scene();
    many('a', 32);
    const late = call('a', 'late');
    await jest.advanceTimersByTimeAsync(1_000);
    const patient = call('a', 'patient');
    await jest.advanceTimersByTimeAsync(999);
    expect(await Promise.race([late, 'waits yet'])).toBe('waits yet');
    await jest.advanceTimersByTimeAsync(1);
    expect(await late).toBe('ERR_BUSY');
    await end('a0');
    expect(begun.at(-1)).toBe('patient');
    expect([await told('served'), await told('refused')]).toEqual([1, 1]);
    await end('patient');
    expect(await patient).toBe('patient');
  });

  test('four of them may be searches; the fifth waits, and other calls overtake it', async () => {
    const { begun, call, many, end } = scene();
    many('a', 5, 'search');
    call('a', 'quick');
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'quick']);
    await end('quick');
    expect(begun).not.toContain('a4');
    await end('a2');
    expect(begun.at(-1)).toBe('a4');
  });
});

test('a failing call frees its place', async () => {
  const calls = companyCalls({ atOnce: 1, searches: 1, uploads: 1, waitMs: 1_000 });
  const fail = () => Promise.reject(new Error('no'));
  await expect(calls.run('a', 'search', fail)).rejects.toThrow('no');
  expect(await calls.run('a', 'search', () => 'yes')).toBe('yes');
});

test('a call beyond the limit is answered 503 with its code and Retry-After; another company, public calls and operator endpoints continue', async () => {
  const tokens = accessTokens(randomBytes(32));
  const registry = metrics('test');
  const app = createServer<Principal>({
    log: createLogger('test', 'silent'),
    name: 'test',
    tokens,
    authenticate: ({ userId, companyId }) => ({ userId, companyId, profile: 'admin' }),
    registry,
    calls: { atOnce: 2, searches: 1, uploads: 1, waitMs: 50 },
  });
  operations(app, { ready: async () => undefined, registry });
  const list = route({
    call: 'GET /list',
    may: 'signed-in',
    summary: '',
    query: z.object({ searchParam: z.string().optional(), description: z.string().optional(), held: z.string().optional() }),
    reply: z.object({ ok: z.boolean() }),
  });
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  let begun = 0;
  implement(app, list, async ({ query }) => {
    begun += 1;
    if (query.held) await held;
    return { ok: true };
  });
  implement(app, route({ call: 'GET /open', may: 'public', summary: '', reply: z.null() }), () => null);
  const userOf = async (companyId: string) => ({
    authorization: `Bearer ${await tokens.signAccess({ userId: randomUUID(), companyId, version: 1 })}`,
  });
  const [mine, other] = [await userOf(randomUUID()), await userOf(randomUUID())];
  const get = async (path: string, headers = {}) => {
    const { statusCode, body, headers: said } = await app.inject({ method: 'GET', url: path, headers });
    return { status: statusCode, body: statusCode === 503 ? JSON.parse(body) : null, after: said['retry-after'] };
  };
  const busy = { status: 503, body: { error: 'ERR_BUSY', message: errors.ERR_BUSY.message }, after: '1' };
  try {
    const first = get('/api/list?held=1&searchParam=a', mine);
    await until(() => begun === 1);
    expect(await get('/api/list?searchParam=b', mine)).toEqual(busy);
    expect(await get('/api/list?description=b', mine)).toEqual(busy);
    expect((await get('/api/list', mine)).status).toBe(200);
    const second = get('/api/list?held=1', mine);
    await until(() => begun === 3);
    expect(await get('/api/list', mine)).toEqual(busy);
    expect((await get('/api/list?searchParam=b', other)).status).toBe(200);
    for (const path of ['/api/open', '/healthz', '/readyz', '/metrics']) expect((await get(path, mine)).status).toBe(200);
    go();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect((await get('/api/list?searchParam=b', mine)).status).toBe(200);
  } finally {
    go();
    await app.close();
  }
});

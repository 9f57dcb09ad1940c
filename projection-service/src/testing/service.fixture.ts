import { allEvents, type RouteDefinition } from '@prosa/contracts';
import { accessTokens, type Config, eventCodec, keyRing } from '@prosa/infra/runtime';
import type { z } from 'zod';
import { assertDeclared } from '../../../infra/testing/declared.ts';
import { createProjectionService, type ProjectionOptions } from '../app.ts';
import { openEngine, silent, until } from '../engine/engine.fixture.ts';
import { checkpoint } from '../engine/live-tables.fixture.ts';
import type { News } from './news.ts';

/** A caller: a user of a company, with the version of their token (default 1). */
export type Caller = { userId: string; companyId: string; version?: number };
/** The answer to a call. `error`: the code of a refusal. `file`: the content-disposition of a file. */
export type Answer<Body> = { status: number; body: Body; error: string | undefined; position: bigint; file?: string | undefined };
type Asked = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
};

const WRITTEN_BY = { commandId: 'test', correlationId: 'test', causationId: 'test' };
/** Events in one append, which has an upper bound of bytes. */
const MOST_AT_ONCE = 100;

/**
 * The whole service over a real event store and Postgres. `first` is in the store before it starts, and the keys of `forgotten` (persons)
 * are destroyed by then. `features` and `events` default to the product's.
 */
export const openService = async (
  first: readonly News[] = [],
  forgotten: readonly string[] = [],
  {
    events = allEvents,
    config: set,
    ...more
  }: Pick<ProjectionOptions, 'features' | 'events' | 'clock'> & { config?: Partial<Config> } = {},
) => {
  const engine = await openEngine(events, true);
  const { pool, store } = engine;
  const config: Config = { ...engine.config, ...set };
  const keys = keyRing({ pool, masterKey: config.PROSA_KEYS });
  const codec = eventCodec({ events, keys });
  const ends = new Map<string, bigint>();

  const encode = ({ type, data, companyId, actor, at, contactId }: News) =>
    codec.encodeAll([{ type, data }], { companyId, actor, at, ...WRITTEN_BY }, contactId);

  /** Appends in the given order, what follows one another in a stream at once; returns the position of the last event, which may not be folded yet. */
  const append = async (news: readonly News[]): Promise<bigint> => {
    const encoded = await Promise.all(news.map(encode));
    let last = 0n;
    for (let begin = 0, end = 0; begin < news.length; begin = end) {
      const { stream } = news[begin]!;
      while (end < news.length && end - begin < MOST_AT_ONCE && news[end]!.stream === stream) end += 1;
      const written = await store.append(stream, encoded.slice(begin, end).flat(), ends.get(stream) ?? 'no_stream');
      ends.set(stream, written.revision);
      last = written.position;
    }
    return last;
  };

  await append(first);
  for (const id of forgotten) await keys.destroy(id);
  const start = async (of: Pick<ProjectionOptions, 'features' | 'clock'>) => {
    const started = await createProjectionService({ config, log: silent, events, ...of });
    await started.start();
    return started;
  };
  let service = await start(more);
  const folded = async (position: bigint): Promise<bigint> => {
    await until(async () => (await checkpoint(pool)) >= position);
    return position;
  };
  await folded(await store.head());

  /** Calls `GET /api{path}` as a user; retries while the answer is ERR_BEHIND. */
  const get = async ({ version = 1, ...caller }: Caller, path: string): Promise<Answer<unknown>> => {
    const { userId, companyId } = caller;
    return getWith(await accessTokens(config.PROSA_TOKEN_SECRET).signAccess({ userId, companyId, version }), path);
  };
  /** The same with any bearer, such as an API key. */
  const getWith = async (token: string, path: string): Promise<Answer<unknown>> => {
    const answered = await until(async (): Promise<Answer<unknown> | null> => {
      const reply = await service.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
      const { statusCode: status, headers } = reply;
      const isJson = String(headers['content-type']).startsWith('application/json');
      const body = isJson ? reply.json() : reply.payload;
      assertDeclared('GET', path, status, body);
      if (status === 503 && body.error === 'ERR_BEHIND') return null;
      const position = BigInt(String(headers['prosa-position'] ?? 0));
      const file = headers['content-disposition']?.toString();
      return { status, body, error: status < 400 ? undefined : body.error, position, file };
    });
    return answered as Answer<unknown>;
  };

  return {
    engine,
    append,
    /** Appends, and waits until it is folded. */
    write: async (news: readonly News[]): Promise<bigint> => folded(await append(news)),
    get,
    getWith,
    tokenSecret: config.PROSA_TOKEN_SECRET,
    /** Calls `GET /api{path}` as nobody. */
    getPublic: async (path: string) => {
      const reply = await service.app.inject({ url: `/api${path}` });
      assertDeclared('GET', path, reply.statusCode, reply.json());
      return { status: reply.statusCode, body: reply.json() };
    },
    /** Makes a call of the contract and checks that the answer matches the contract's schema exactly. */
    ask: async <Route extends RouteDefinition>(
      caller: Caller,
      { call, reply }: Route,
      { params = {}, query = {} }: Asked = {},
    ) => {
      const path = call.slice('GET '.length).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      );
      const answer = await get(caller, `${path}?${new URLSearchParams(given)}`);
      if (answer.status === 200) expect(reply.parse(answer.body)).toEqual(answer.body);
      return answer as Answer<z.output<Route['reply']>>;
    },
    /** Stops the service and starts it again with these features, as another release. */
    restart: async (of: Pick<ProjectionOptions, 'features'>): Promise<void> => {
      await service.close();
      service = await start(of);
    },
    close: async () => {
      await service.close();
      await engine.close();
    },
  };
};
export type Service = Awaited<ReturnType<typeof openService>>;

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type Profile } from '@prosa/contracts';
import { createLogger } from '@prosa/infra/runtime';
import { startEventStore } from '../../../infra/embedded/event-store/server.ts';
import { assertDeclared } from '../../../infra/testing/declared.ts';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { type CommandService, type CommandServiceOptions, createCommandService } from '../app.ts';
import { type CompanyFields, company } from '../company/companies/companies.decider.ts';
import { companyFields } from '../company/companies/company-fields.ts';
import type { Deps } from '../kernel/deps.ts';
import type { MailSettings } from '../kernel/mail-settings.ts';
import { createUser } from '../people/users/create-user.ts';
import { joinWorld } from '../testing/shared-world.fixture.ts';

export type Answer<Body = Record<string, unknown>> = { status: number; body: Body; headers: Headers; cookie: string | null };
export type Call = {
  token?: string | undefined;
  body?: unknown;
  key?: string;
  cookie?: string;
  headers?: Record<string, string>;
};
export type Instance = {
  url: string;
  deps: Deps;
  call: <Body = Record<string, unknown>>(
    call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    options?: Call,
  ) => Promise<Answer<Body>>;
  signIn: (email: string, password?: string) => Promise<string>;
  close: () => Promise<void>;
};
export type World = {
  instance: (more?: Pick<CommandServiceOptions, 'features' | 'events' | 'clock'> & { mail?: MailSettings }) => Promise<Instance>;
  /** A company with one user of each profile but auditors, all with the password `PASSWORD`. */
  company: (
    through: Instance,
    more?: Partial<CompanyFields>,
  ) => Promise<{ companyId: string; users: Record<Exclude<Profile, 'auditor'>, Person> }>;
  /** An administrator of the company with the `super` flag. */
  platformUser: (through: Instance, companyId: string) => Promise<Person>;
  dataDir: string;
  databaseUrl: string;
  /** Returns what the instances have logged. */
  logged: () => string;
  close: () => Promise<void>;
};
export type Person = { id: string; email: string };
export const PASSWORD = 'segredo-muito-raro';

/** A real event store and database, and any number of instances of the command side on them, called over HTTP. */
export const startWorld = async (): Promise<World> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-records-'));
  const [store, database] = await Promise.all([startEventStore({ dataDir, port: 0, durable: false }), testDatabase()]);
  const secrets = { PROSA_KEYS: randomBytes(32), PROSA_TOKEN_SECRET: randomBytes(32) };
  const lines: string[] = [];
  const log = createLogger('test', 'trace', { write: (line) => lines.push(line) });
  const instances: Instance[] = [];

  const instance: World['instance'] = async ({ mail = {}, ...more } = {}) => {
    const service = await createCommandService({
      ...more,
      log,
      config: {
        ...secrets,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: 0,
        LOG_LEVEL: 'trace',
        EVENTSTORE_URL: store.url,
        DATABASE_URL: database.url,
        PROSA_DEMO: '0',
        ...mail,
      },
    });
    const { url } = await service.start();
    const made = instanceOf(service, url);
    instances.push(made);
    return made;
  };

  return {
    instance,
    company: (through, more) => makeCompany(through.deps, more),
    platformUser: ({ deps }, companyId) => makePerson(deps, companyId, 'admin', true),
    dataDir,
    databaseUrl: database.url,
    logged: () => lines.join(''),
    close: async () => {
      await Promise.all(instances.map((one) => one.close()));
      await store.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** The two instances that the worker's test files share, called over HTTP; close the world in `afterAll`. */
export const joinPair = async () => {
  const { c1, c2, storeFolder, databaseUrl, logged, close } = await joinWorld();
  const joined = (service: CommandService) => instanceOf(service, service.app.listeningOrigin);
  const world: Omit<World, 'instance'> = {
    company: (through, more) => makeCompany(through.deps, more),
    platformUser: ({ deps }, companyId) => makePerson(deps, companyId, 'admin', true),
    dataDir: storeFolder,
    databaseUrl,
    logged,
    close,
  };
  return { world, one: joined(c1), two: joined(c2) };
};

/** A world with two instances of the service; close it in `afterAll`. */
export const startPair = async (more?: Parameters<World['instance']>[0]) => {
  const world = await startWorld();
  const [one, two] = await Promise.all([world.instance(more), world.instance(more)]);
  return { world, one, two };
};

const instanceOf = ({ deps, close }: Pick<CommandService, 'deps' | 'close'>, url: string): Instance => {
  const call = caller(url);
  return {
    url,
    deps,
    call,
    signIn: async (email, password = PASSWORD) => {
      const { status, body } = await call('POST /auth/login', { body: { email, password } });
      if (status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`);
      return body.token as string;
    },
    close,
  };
};

const caller =
  (url: string): Instance['call'] =>
  async (call, { token, body, key, cookie, headers = {} } = {}) => {
    const [method, path] = call.split(' ') as [string, string];
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = JSON.parse((await response.text()) || 'null');
    assertDeclared(method, path, response.status, said);
    return {
      status: response.status,
      body: said,
      headers: response.headers,
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? null,
    };
  };

const common = (companyId: string) => ({ companyId, commandId: newId(), actor: { kind: 'system', id: 'test' } }) as const;

const makeCompany = async (deps: Deps, more: Partial<CompanyFields> = {}) => {
  const companyId = newId();
  await deps.handle({
    ...common(companyId),
    decider: company,
    stream: `company-${companyId}`,
    command: { do: 'register company', companyId, fields: { ...companyFields('Padaria', new Date()), ...more } },
    missing: 'ERR_NO_COMPANY_FOUND',
  });
  const [admin, supervisor, user] = await Promise.all([
    makePerson(deps, companyId, 'admin'),
    makePerson(deps, companyId, 'supervisor'),
    makePerson(deps, companyId, 'user'),
  ]);
  return { companyId, users: { admin, supervisor, user } };
};

const makePerson = async (deps: Deps, companyId: string, profile: Profile, isSuper = false): Promise<Person> => {
  const userId = newId();
  const email = `${profile}.${userId}@prosa.test`;
  const fields = { name: `Pessoa ${profile}`, email, profile, queueIds: [] };
  await createUser(deps)({ ...common(companyId), userId, fields, password: PASSWORD, super: isSuper });
  return { id: userId, email };
};

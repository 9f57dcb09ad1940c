import { type Inbound, newId, Outbound, type Profile, type TicketOwn, topics } from '@prosa/contracts';
import type { Bus, Consumer } from '@prosa/infra/runtime';
import { assertDeclared } from '../../../infra/testing/declared.ts';
import type { CommandService } from '../app.ts';
import { type ConnectionFields, connections } from '../channels/connections/connections.decider.ts';
import { connectionFields } from '../channels/connections/connections.fixture.ts';
import { company } from '../company/companies/companies.decider.ts';
import { companyFields } from '../company/companies/company-fields.ts';
import { type QueueFields, queues } from '../flows/queues/queues.decider.ts';
import type { Deps } from '../kernel/deps.ts';
import { users } from '../people/users/users.decider.ts';
import { joinWorld } from './shared-world.fixture.ts';
import { startWorld } from './start-world.fixture.ts';

export { startWorld } from './start-world.fixture.ts';
export { caughtUp, eventually } from './waiting.fixture.ts';

export type Answer<Body = Record<string, unknown>> = { status: number; body: Body; position: bigint | null };
export type Ask = <Body = Record<string, unknown>>(
  through: CommandService,
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  options?: { token?: string; body?: unknown; key?: string },
) => Promise<Answer<Body>>;
export type Person = { id: string; name: string; token: string };
export type Scene = {
  companyId: string;
  queueId: string;
  otherQueueId: string;
  connectionId: string;
  admin: Person;
  ana: Person;
  bruno: Person;
};

/** A world with two instances and a company; close it in `afterAll`. `more` are fields of its connection. */
export const startPair = async (more?: Partial<ConnectionFields>) => {
  const world = await startWorld();
  const [c1, c2] = await Promise.all([world.instance(), world.instance()]);
  return { world, c1, c2, scene: await makeScene(c1, more) };
};

/** The companies that this test file has made. */
const companies = new Set<string>();
/** The consumers on buses of services that outlive a test file. */
const listening = new Map<Bus, Consumer[]>();

/** The two instances that the worker's test files share, and a company of this file's own; close the world in `afterAll`. */
export const joinPair = async (more?: Partial<ConnectionFields>) => {
  const { c1, c2, ...world } = await joinWorld();
  companies.clear();
  const close = async () => {
    await Promise.all([c1.bus, c2.bus].flatMap((bus) => listening.get(bus) ?? []).map((consumer) => consumer.close()));
    listening.clear();
    await world.close();
  };
  return { world: { ...world, close }, c1, c2, scene: await makeScene(c1, more) };
};

export const ask: Ask = async (through, call, { token, body, key } = {}) => {
  const [method, path] = call.split(' ') as ['POST', string];
  const response = await through.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const position = response.headers['prosa-position'];
  const said = JSON.parse(response.payload || 'null');
  assertDeclared(method, path, response.statusCode, said);
  return {
    status: response.statusCode,
    body: said,
    position: position === undefined ? null : BigInt(String(position)),
  };
};

const common = (companyId: string) => ({ companyId, commandId: newId(), actor: { kind: 'system', id: 'test' } as const });

/**
 * A company with two queues, a connection of the first, an administrator and two attendants of the first queue. `more`: fields of the
 * connection; null: it has none.
 */
export const makeScene = async ({ deps }: CommandService, more: Partial<ConnectionFields> | null = {}): Promise<Scene> => {
  const { handle, tokens } = deps;
  const companyId = newId();
  companies.add(companyId);
  await handle({
    ...common(companyId),
    decider: company,
    stream: `company-${companyId}`,
    command: { do: 'register company', companyId, fields: companyFields('Padaria', new Date()) },
    missing: 'ERR_NO_COMPANY_FOUND',
  });
  const [queueId, otherQueueId] = [newId(), newId()];
  await makeQueue(deps, companyId, queueId, '#111111');
  await makeQueue(deps, companyId, otherQueueId, '#222222');
  const connectionId = more ? await makeConnection(deps, companyId, { queueIds: [queueId], isDefault: true, ...more }) : newId();
  const person = async (name: string, profile: Profile): Promise<Person> => {
    const id = newId();
    const fields = { name, email: `${id}@prosa.test`, profile, queueIds: profile === 'admin' ? [] : [queueId] };
    await handle({
      ...common(companyId),
      decider: users,
      stream: `users-${companyId}`,
      command: { do: 'create user', userId: id, fields, super: false, rules: { queueIds: [queueId, otherQueueId] } },
      missing: 'ERR_NO_USER_FOUND',
    });
    return { id, name, token: await tokens.signAccess({ userId: id, companyId, version: 1 }) };
  };
  const admin = await person('Carla', 'admin');
  const ana = await person('Ana', 'user');
  const bruno = await person('Bruno', 'user');
  return { companyId, queueId, otherQueueId, connectionId, admin, ana, bruno };
};

export const makeQueue = ({ handle }: Deps, companyId: string, queueId: string, color: string, more: Partial<QueueFields> = {}) =>
  handle({
    ...common(companyId),
    decider: queues,
    stream: `queues-${companyId}`,
    command: {
      do: 'create',
      id: queueId,
      limit: null,
      fields: {
        name: `Fila ${color}`,
        color,
        greetingMessage: '',
        outOfHoursMessage: '',
        isDefault: false,
        schedules: [],
        warnAfterMinutes: null,
        lateAfterMinutes: null,
        distribution: 'manual',
        maxPerUser: null,
        ...more,
      },
    },
    missing: 'ERR_NO_QUEUE_FOUND',
  });

export const makeConnection = async (
  { handle }: Deps,
  companyId: string,
  more: Partial<ConnectionFields> & { queueIds: string[] },
): Promise<string> => {
  const connectionId = newId();
  const fields = connectionFields(more);
  await handle({
    ...common(companyId),
    decider: connections,
    stream: `connections-${companyId}`,
    command: { do: 'create', id: connectionId, fields, facts: { queueIds: more.queueIds } },
    missing: 'ERR_NO_WAPP_FOUND',
  });
  return connectionId;
};

let count = 0;
/** A channel's report of a customer's message. */
export const wrote = (scene: Scene, phone: string, body: string, more: Partial<Extract<Inbound, { kind: 'message' }>> = {}) => {
  count += 1;
  return {
    kind: 'message' as const,
    companyId: scene.companyId,
    connectionId: scene.connectionId,
    channel: 'simulator' as const,
    identities: [{ kind: 'phone' as const, value: phone }],
    name: `Cliente ${phone.slice(-4)}`,
    channelId: `m${count}`,
    body,
    quoted: null,
    at: new Date().toISOString(),
    ...more,
  };
};

type Told<Kind> = Extract<Outbound, { kind: Kind }>;
/** Collects what channels of this test file's companies are told from now on: all of it, or only one kind. */
export const outboundOf = async <Kind extends Outbound['kind']>(bus: Bus, kind?: Kind): Promise<Told<Kind>[]> => {
  const collected: Told<Kind>[] = [];
  const consumer = await bus.consume({
    group: `test ${newId()}`,
    topics: [topics.outbound, topics.campaign],
    handle: async ({ value }) => {
      if (!companies.has((value as Outbound).companyId)) return;
      const told = Outbound.parse(value);
      if (kind === undefined || told.kind === kind) collected.push(told as Told<Kind>);
    },
  });
  listening.set(bus, [...(listening.get(bus) ?? []), consumer]);
  return collected;
};

/** Creates a contact and opens a ticket with it for a person. */
export const openTicket = async (through: CommandService, scene: Scene, person: Person, number: string): Promise<TicketOwn> => {
  const contact = await ask<{ id: string }>(through, 'POST /contacts', {
    token: person.token,
    body: { name: 'Cliente', number },
  });
  const { body } = await ask<TicketOwn>(through, 'POST /tickets', {
    token: person.token,
    body: { contactId: contact.body.id, queueId: scene.queueId },
  });
  return body;
};

/** Counts the open tickets of a queue, an attendant or a connection. */
export const openTicketsOf = async (
  { pool }: Deps,
  column: 'queue_id' | 'user_id' | 'connection_id',
  id: string,
): Promise<number> => {
  const { rows } = await pool.query(`select count(*)::int as count from command.open_ticket where ${column} = $1`, [id]);
  return rows[0].count;
};

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { allRoutes, newId } from '@prosa/contracts';
import pg from 'pg';
import { type Product, startProduct } from '../../testing/product.ts';
import { START } from '../people.fixture.ts';

// Another user with an account on the machine can reach every loopback port and read every world-readable file.
let product: Product;
beforeAll(async () => {
  product = await startProduct();
}, START);
afterAll(() => product?.stop(), START);

const services = () => product.children.filter(({ name }) => /^(command|projection|gateway)-/.test(name));
const secretsOf = () => {
  const read = (name: string) => readFileSync(join(product.data, name), 'utf8').trim();
  return ['event-store.password', 'postgres.password', 'keys', 'token-secret', 'push-key'].map(read);
};

/** The sockets that a process listens on, as `address:port` in the kernel's hexadecimal notation. */
const listening = (pid: number): string[] => {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return '';
    }
  });
  const sockets = ['tcp', 'tcp6'].flatMap((family) => readFileSync(`/proc/${pid}/net/${family}`, 'utf8').split('\n').slice(1));
  return sockets.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    return state === '0A' && links.includes(`socket:[${inode}]`) ? [local] : [];
  });
};

test('each part listens on its own port only, on the loopback only', () => {
  const loopback = (port: string) => `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  for (const { name, url, pid } of product.children)
    expect({ name, listens: listening(pid()!) }).toEqual({ name, listens: [loopback(new URL(url).port)] });
});

test('the event store refuses to read or write without its password', async () => {
  const client = EventStoreDBClient.connectionString(product.eventStoreUrl.replace(/\/\/.*@/, '//'));
  const event = jsonEvent({ type: 'UserChanged', data: { profile: 'admin', super: true } });
  await expect(client.appendToStream(`users-${newId()}`, event)).rejects.toMatchObject({ type: 'access-denied' });
  const read = async () => {
    for await (const _ of client.readAll()) return;
  };
  await expect(read()).rejects.toMatchObject({ type: 'access-denied' });
  await client.dispose();
});

test('Postgres requires its password', async () => {
  for (const [user, password] of [
    ['prosa', ''],
    ['prosa', 'prosa'],
    ['postgres', ''],
  ]) {
    const { hostname, port } = new URL(product.databaseUrl);
    const client = new pg.Client({ host: hostname, port: Number(port), user, password, database: 'prosa' });
    await expect(client.connect()).rejects.toThrow(/password/);
  }
});

test('behind the origin every call that is not public requires a token, whatever else it contains', async () => {
  const forged = {
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'localhost',
    'x-forwarded-proto': 'https',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1',
    authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.',
  };
  const open: string[] = [];
  for (const { name, url } of services()) {
    for (const route of allRoutes) {
      const [method, path] = route.call.split(' ') as [string, string];
      const body = method === 'GET' ? {} : { body: '{}', headers: { ...forged, 'content-type': 'application/json' } };
      const answer = await fetch(`${url}/api${path.replace(/:\w+/g, newId())}`, { method, headers: forged, ...body });
      if (route.may === 'public' || answer.status === 404) continue;
      if (answer.status !== 401) open.push(`${name} ${route.call} ${answer.status}`);
    }
  }
  expect(open).toEqual([]);
});

test('public answers of the services contain no names', async () => {
  const { users, connection } = product.demo;
  for (const { url } of services()) {
    const told = await Promise.all(
      ['/healthz', '/readyz', '/metrics'].map(async (path) => (await fetch(`${url}${path}`)).text()),
    );
    for (const { email } of users) expect(told.join('\n')).not.toContain(email);
    expect(told.join('\n')).not.toContain(connection.id);
    expect(told.join('\n')).not.toMatch(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/);
  }
});

test('no command line, log or readable file contains a secret, and the gateway does not know the event store’s address', () => {
  const secrets = secretsOf();
  const places = product.children.map(({ pid }) => readFileSync(`/proc/${pid()}/cmdline`, 'utf8'));
  const logs = join(product.data, 'logs');
  places.push(...readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8')));
  for (const secret of secrets) {
    for (const place of places) expect(place.includes(secret) || place.includes(encodeURIComponent(secret))).toBe(false);
  }
  for (const name of ['event-store.password', 'postgres.password', 'keys', 'token-secret', 'demo.json'])
    expect({ name, mode: statSync(join(product.data, name)).mode & 0o077 }).toEqual({ name, mode: 0 });
  const gateway = product.children.find(({ name }) => name === 'gateway-1')!;
  expect(readFileSync(`/proc/${gateway.pid()}/environ`, 'utf8')).not.toContain('esdb://');
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { ContactView, TicketOwn } from '@prosa/contracts';
import pg from 'pg';
import * as patient from '../../simulate/client.ts';
import type { Progress } from '../../simulate/simulate.ts';
import { type Product, startProduct } from '../../testing/product.ts';
import { drawn, volume } from '../../testing/volume.ts';
import { eventually, killAndReplace, newNumber, START, signIn } from '../people.fixture.ts';
import { allTickets, everything, foldAnew } from '../snapshot.fixture.ts';
import { nothingWrong, traffic } from '../traffic.fixture.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ instances: 2 });
}, START);
afterAll(() => product?.stop(), START);

const victims = drawn('killed during the traffic', [
  'command-1',
  'gateway-1',
  'projection-1',
  'command-2',
  'gateway-2',
  'projection-2',
  'event-store',
  'postgres',
]);

test(`killed once during the traffic (${victims.join(', ')}), and nothing is lost, duplicated or out of order`, async () => {
  const left = [...victims];
  const killed: Promise<void>[] = [];
  const away = new Set<string>();
  // After every third finished conversation, while others continue, the next instance is killed, unless its twin is not back yet.
  const onProgress = ({ phase, done, of }: Progress) => {
    const service = left[0]?.split('-')[0];
    if (phase !== 'play' || done % 3 !== 0 || done === of || !service || away.has(service)) return;
    away.add(service);
    const replaced = killAndReplace(product, left.shift()!).then(() => void away.delete(service));
    replaced.catch(() => undefined);
    killed.push(replaced);
  };
  for (let round = 0; left.length > 0; round++) {
    expect(round).toBeLessThan(5);
    const conversations = volume({ some: 12, all: round === 0 ? 40 : 20 });
    const played = await traffic(product, { conversations, concurrency: 10, seed: 1_000 * (round + 1), onProgress });
    expect(played.failures).toEqual([]);
    expect(played.result).toMatchObject({ ...nothingWrong, conversations, tickets: conversations });
  }
  await Promise.all(killed);
  expect(killed).toHaveLength(victims.length);
}, 180_000);

test('the owner of each lease is stopped during the traffic: another one takes over, and nothing is lost or duplicated', async () => {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  // The reactors' leases may be divided between the two processes, one of which must continue: the process that holds `sending` is stopped,
  // with all its leases.
  const reactors = ['sending', 'connections', 'deleted-owners', 'released-numbers', 'shown-numbers'].map(
    (name) => `reactor:${name}`,
  );
  const stoppable = ['projector', 'reactor:sending', `connection:${product.demo.connection.id}`];
  const leases = async (names: string[]) => {
    const { rows } = await client.query<{ name: string; owner: string }>(
      'select name, owner from lease.lease where name = any($1) order by name',
      [names],
    );
    expect(rows).toHaveLength(names.length);
    return rows.map(({ owner }) => Number(owner.split('/')[1]));
  };
  const owners = await leases(stoppable);
  const ours = product.children.map((child) => child.pid());
  expect(owners.filter((pid) => ours.includes(pid))).toEqual(owners);

  let stopped: Promise<number[]> | undefined;
  const stopAll = async () => {
    for (const pid of owners) process.kill(pid, 'SIGSTOP');
    try {
      await sleep(volume({ some: 0, all: 15_000 }));
      const names = [...new Set([...stoppable, ...reactors])];
      // A process that is ready to take over may wait for a processor on a busy machine.
      return await eventually(
        'other owners of the leases',
        async () => {
          const successors = await leases(names);
          return successors.every((pid) => !owners.includes(pid)) && successors;
        },
        45_000,
      );
    } finally {
      for (const pid of owners) process.kill(pid, 'SIGCONT');
    }
  };
  const onProgress = ({ phase, done }: Progress) => {
    if (phase === 'play' && done === 5) stopped = stopAll();
  };
  const conversations = volume({ some: 20, all: 60 });
  const played = await traffic(product, { conversations, concurrency: 10, seed: 20_000, onProgress });
  const successors = await stopped!;
  expect(ours).toEqual(expect.arrayContaining(successors));
  expect(played.failures).toEqual([]);
  expect(played.result).toMatchObject({ ...nothingWrong, conversations, tickets: conversations });
  await client.end();
}, 180_000);

test('a rebuild from all events returns the same data to the screens', async () => {
  const admin = await signIn(product.url, 'admin@prosa.demo');
  const before = await everything(admin);
  await foldAnew(product);
  expect(await everything(admin)).toEqual(before);
});

test('tickets opened concurrently by the hundred on two instances, one of which is killed, have different protocols', async () => {
  const { email, password } = product.demo.users.find((user) => user.email.startsWith('admin@'))!;
  const admin = await patient.signIn(product.url, email, password);
  const contacts: string[] = [];
  const many = volume({ some: 160, all: 1_000 });
  // Contacts are not what is tested here: they are created 20 at a time.
  for (let n = 0; n < many; n += 20)
    contacts.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { record } = await admin.command<ContactView>('POST', '/contacts', { name: 'Cliente', number: newNumber() });
          return record.id;
        }),
      )),
    );
  let opened = 0;
  let killed: Promise<void> | undefined;
  const tickets = await Promise.all(
    contacts.map(async (contactId) => {
      const { record } = await admin.command<TicketOwn>('POST', '/tickets', { contactId });
      opened += 1;
      if (opened === 100) killed = killAndReplace(product, 'command-1');
      return record;
    }),
  );
  await killed;
  expect(new Set(tickets.map(({ protocol }) => protocol)).size).toBe(many);

  const all = await allTickets(await signIn(product.url, 'admin@prosa.demo'));
  expect(all.length).toBeGreaterThan(many);
  expect(new Set(all.map(({ protocol }) => protocol)).size).toBe(all.length);
});

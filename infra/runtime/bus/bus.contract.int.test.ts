import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './bus.fixture.ts';
import { adapters, byNumber, numbered, range, recorder, until, world } from './bus.fixture.ts';
import { MessageTooLarge, Unprocessable } from './index.ts';

describe.each(adapters)('%s', (adapter) => {
  let at: World;
  beforeEach(async () => {
    at = await world(adapter);
  });
  afterEach(() => at.end());

  test('a message arrives as it was published', async () => {
    const bus = await at.open();
    const { seen, handle } = recorder();
    await bus.consume({ group: at.group, topics: [at.topic], handle });
    const value = { text: 'olá \u0000 😀 \ud800', list: [1, null, { deep: true }] };
    const before = Date.now();
    await bus.publish([{ topic: at.topic, key: 'chave á', value, headers: { trace: 'é 1' } }]);
    await until('it came', () => seen.length === 1);
    const came = Date.now();
    expect(seen[0]).toMatchObject({ topic: at.topic, key: 'chave á', value, headers: { trace: 'é 1' }, offset: '0' });
    const time = seen[0]!.at.getTime();
    // Servers round to milliseconds.
    expect([time >= before - 1, time <= came + 1]).toEqual([true, true]);
  });

  test('the order of a key is the order of its publishing, under many publishers and slow handlers', async () => {
    const bus = await at.open();
    const { seen, byKey, handle } = recorder();
    await bus.consume({
      group: at.group,
      topics: [at.topic],
      handle: async (message) => {
        await sleep(Number(message.value) % 3);
        await handle(message);
      },
    });
    await Promise.all(range(100).map((call) => bus.publish(numbered(at.topic, 20, 10, call * 20))));
    await until('all came', () => seen.length >= 2000);
    for (const key of range(10)) expect(byKey(`key-${key}`)).toEqual(range(200).map((n) => n * 10 + key));
  });

  test('a new group begins with the oldest message, or with the next one where it says so', async () => {
    const bus = await at.open();
    const [all, later] = [recorder(), recorder()];
    await bus.publish(numbered(at.topic, 10));
    await bus.consume({ group: `all-${at.group}`, topics: [at.topic], handle: all.handle });
    await until('the old ones came', () => all.seen.length === 10);
    await bus.consume({ group: `later-${at.group}`, topics: [at.topic], fromBeginning: false, handle: later.handle });
    await until('it is positioned', async () => {
      await bus.publish([{ topic: at.topic, key: `probe-${later.seen.length}-${Math.random()}`, value: 'probe' }]);
      return later.seen.length > 0;
    });
    expect(later.values().filter((value) => value !== 'probe')).toEqual([]);
  });

  test('a group goes on where it stopped, and a closed consumer repeats nothing', async () => {
    const bus = await at.open();
    const [first, second] = [recorder(), recorder()];
    const consumer = await bus.consume({ group: at.group, topics: [at.topic], handle: first.handle });
    await bus.publish(numbered(at.topic, 100));
    await until('all came', () => first.seen.length === 100);
    await consumer.close();
    await bus.publish(numbered(at.topic, 100, 8, 100));
    await bus.consume({ group: at.group, topics: [at.topic], handle: second.handle });
    await until('the rest came', () => second.seen.length >= 100);
    expect(second.values().sort(byNumber)).toEqual(range(100, 100));
  });

  test('closing lets running handlers finish, begins no other, and hands the rest to the next member', async () => {
    const bus = await at.open();
    const [first, second] = [recorder(), recorder()];
    const consumer = await bus.consume({
      group: at.group,
      topics: [at.single],
      concurrency: 1,
      handle: async (message) => {
        await sleep(20);
        await first.handle(message);
      },
    });
    await bus.publish(numbered(at.single, 60, 1));
    await until('some came', () => first.seen.length > 5);
    await consumer.close();
    const count = first.seen.length;
    expect(count).toBeLessThan(60);
    await bus.consume({ group: at.group, topics: [at.single], handle: second.handle });
    await until('the rest came', () => second.seen.length >= 60 - count);
    expect([...first.values(), ...second.values()]).toEqual(range(60));
  });

  test('two members share the partitions and together see each message once', async () => {
    const [one, two] = [await at.open(), await at.open()];
    const [a, b] = [recorder(), recorder()];
    const assigned = [0, 0];
    await one.consume({ group: at.group, topics: [at.topic], handle: a.handle, onAssigned: () => assigned[0]!++ });
    await two.consume({ group: at.group, topics: [at.topic], handle: b.handle, onAssigned: () => assigned[1]!++ });
    let warm = 0;
    await until('both read', async () => {
      await one.publish(range(40).map((n) => ({ topic: at.topic, key: `warm-${n}`, value: -1 })));
      warm += 40;
      await until('warm ones came', () => a.seen.length + b.seen.length >= warm);
      return b.seen.length > 0 && assigned[0]! > 0 && assigned[1]! > 0;
    });
    const [seenByOne, seenByTwo] = [a.seen.length, b.seen.length];
    await one.publish(numbered(at.topic, 400, 40));
    await until('all came', () => a.seen.length + b.seen.length - seenByOne - seenByTwo >= 400);
    const [mine, theirs] = [a.values().slice(seenByOne), b.values().slice(seenByTwo)];
    expect(mine.length).toBeGreaterThan(0);
    expect(theirs.length).toBeGreaterThan(0);
    expect([...mine, ...theirs].sort(byNumber)).toEqual(range(400));
  });

  test('poison is parked between good ones, and a retry goes to its group alone', async () => {
    const bus = await at.open();
    const [good, other] = [recorder(), recorder()];
    let cured = false;
    await bus.consume({
      group: at.group,
      topics: [at.single],
      handle: async (message) => {
        if (message.value === 2 && !cured) throw new Unprocessable('no such connection');
        await good.handle(message);
      },
    });
    await bus.consume({ group: `other-${at.group}`, topics: [at.single], handle: other.handle });
    await bus.publish(range(5).map((n) => ({ topic: at.single, key: 'k', value: n, headers: { n: String(n) } })));
    await until('the good ones came', () => good.seen.length === 4 && other.seen.length === 5);
    expect(good.values()).toEqual([0, 1, 3, 4]);
    const [parked, ...more] = await bus.parked.list();
    expect(more).toEqual([]);
    expect(parked).toMatchObject({
      group: at.group,
      topic: at.single,
      key: 'k',
      value: 2,
      headers: { n: '2' },
      offset: '2',
      error: 'no such connection',
      attempts: 1,
    });

    await bus.parked.retry(parked!.id);
    await until('it failed again', async () => (await bus.parked.list())[0]?.attempts === 2);
    cured = true;
    await bus.parked.retry(parked!.id);
    await until('it left the list', async () => (await bus.parked.list()).length === 0);
    expect(good.seen.at(-1)).toMatchObject({ value: 2, key: 'k', headers: { n: '2' } });
    await bus.publish([{ topic: at.single, key: 'k', value: 'last' }]);
    await until('the last came', () => other.values().includes('last'));
    expect(other.values()).toEqual([0, 1, 2, 3, 4, 'last']);
    await expect(bus.parked.retry('nobody')).rejects.toThrow('nobody');
  });

  test('a handler that fails for a while is tried again in order, and other keys do not wait', async () => {
    const bus = await at.open();
    const { seen, values, byKey, handle } = recorder();
    let failures = 0;
    let broken = true;
    await bus.publish([
      ...['a1', 'a2', 'a3'].map((value) => ({ topic: at.single, key: 'a', value })),
      ...range(50).map((n) => ({ topic: at.single, key: `b${n}`, value: `b${n}` })),
    ]);
    await bus.consume({
      group: at.group,
      topics: [at.single],
      concurrency: 2,
      handle: async (message) => {
        if (message.value === 'a1' && broken) {
          failures += 1;
          throw new Error('the store is away');
        }
        await handle(message);
      },
    });
    await until('the other keys came', () => seen.length === 50 && failures > 2);
    expect(byKey('a')).toEqual([]);
    broken = false;
    await until('the rest came', () => seen.length >= 53);
    expect(byKey('a')).toEqual(['a1', 'a2', 'a3']);
    expect(new Set(values()).size).toBe(53);
    expect(await bus.parked.list()).toEqual([]);
  });

  test('each tail sees everything from its start on, in order, and nothing before', async () => {
    const [one, two] = [await at.open(), await at.open()];
    const [a, b] = [recorder(), recorder()];
    let holes = 0;
    const onHole = () => {
      holes += 1;
    };
    await one.publish(numbered(at.single, 20));
    await one.tail({ topic: at.single, handle: a.handle, onHole });
    await one.publish(numbered(at.single, 20, 8, 20));
    const reader = await two.tail({ topic: at.single, handle: b.handle, onHole });
    await Promise.all([
      one.publish(numbered(at.single, 300, 8, 40)),
      two.publish([{ topic: at.single, key: 'x', value: 'two' }]),
    ]);
    await until('all came', () => a.seen.length >= 321 && b.seen.length >= 301);
    expect(a.values().filter((value) => value !== 'two')).toEqual(range(320, 20));
    expect(b.values().filter((value) => value !== 'two')).toEqual(range(300, 40));
    await reader.close();
    await one.publish(numbered(at.single, 1));
    await until('the other goes on', () => a.seen.length === 322);
    expect(b.seen.length).toBe(301);
    expect(holes).toBe(0);
  });

  test('what is too large, has no key or goes to an unknown topic is refused, and harms no other call', async () => {
    const bus = await at.open();
    const { seen, handle } = recorder();
    await bus.consume({ group: at.group, topics: [at.topic], handle });
    const big = (size: number) => ({ topic: at.topic, key: 'k', value: 'x'.repeat(size) });
    const calls = await Promise.allSettled([
      bus.publish([big(900_000)]),
      bus.publish([{ topic: at.topic, key: '', value: 1 }]),
      bus.publish([{ topic: 'chanel.inbound', key: 'k', value: 1 }]),
      bus.publish([big(890_000), big(890_000), big(10)]),
    ]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect((calls[0] as PromiseRejectedResult).reason).toBeInstanceOf(MessageTooLarge);
    await until('the good ones came', () => seen.length === 3);
    expect(seen.map(({ value }) => String(value).length)).toEqual([890_000, 890_000, 10]);
  });

  test('it is healthy, and a closed bus publishes no more', async () => {
    const bus = await at.open();
    await bus.health();
    await bus.close();
    await expect(bus.publish(numbered(at.topic, 1))).rejects.toThrow('closed');
    await expect(bus.health()).rejects.toThrow();
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder, World } from './bus.fixture.ts';
import { adapters, range, recorder, until, world } from './bus.fixture.ts';
import { Standstill, Unprocessable } from './index.ts';

/** A key never holds back another key of its partition, and the messages of each key stay in order. */
describe.each(adapters)('%s', (adapter) => {
  let at: World;
  beforeEach(async () => {
    at = await world(adapter);
  });
  afterEach(() => at.end());

  const of = (key: string, count: number, from = 0) => range(count, from).map((value) => ({ topic: at.single, key, value }));
  const others = (count: number) => range(count).map((value) => ({ topic: at.single, key: `other-${value % 50}`, value }));
  const fromOthers = ({ seen }: Recorder) => seen.filter(({ key }) => key.startsWith('other')).length;

  test('messages published while a key is stuck are delivered at once', async () => {
    const bus = await at.open();
    const { seen, byKey, handle } = recorder();
    let broken = true;
    await bus.consume({
      group: at.group,
      topics: [at.single],
      handle: async (message) => {
        if (message.key === 'stuck' && broken) throw new Error('not yet');
        await handle(message);
      },
    });
    await bus.publish(of('stuck', 3));
    for (const round of range(5)) {
      await bus.publish([{ topic: at.single, key: 'free', value: round }]);
      await until('the free one came', () => byKey('free').length === round + 1);
    }
    expect(byKey('stuck')).toEqual([]);
    broken = false;
    await until('the stuck ones came', () => seen.length === 8);
    expect(byKey('stuck')).toEqual(range(3));
    expect(await bus.parked.list()).toEqual([]);
  });

  test('a message that fails twice by what is in it is parked, and those behind it come', async () => {
    const bus = await at.open();
    const { byKey, handle } = recorder();
    let tries = 0;
    await bus.consume({
      group: at.group,
      topics: [at.single],
      handle: async (message) => {
        if (message.value !== 1) return handle(message);
        tries += 1;
        throw Object.assign(new Error('a customer’s words'), { code: '22021' });
      },
    });
    await bus.publish(of('stuck', 3));
    await until('the others came', () => byKey('stuck').length === 2);
    expect(byKey('stuck')).toEqual([0, 2]);
    expect(tries).toBe(2);
    expect(await bus.parked.list()).toEqual([
      expect.objectContaining({ value: 1, held: false, error: 'It failed twice: Error 22021.' }),
    ]);
  });

  test('however many messages follow a stuck key, the partition is read past it; the key’s messages wait in order for the partition’s next reader', async () => {
    const bus = await at.open();
    const first = recorder();
    const consumer = await bus.consume({
      group: at.group,
      topics: [at.single],
      handle: async (message) => {
        if (message.key === 'stuck') throw new Error('not yet');
        await first.handle(message);
      },
    });
    await bus.publish([...of('stuck', 50), ...others(2_000)]);
    await bus.publish([...of('stuck', 50, 50), ...others(2_000)]);
    await until('the others came', () => fromOthers(first) === 4_000);
    await until('the key was set aside', async () => (await bus.parked.list()).some(({ held }) => held));
    await consumer.close();

    const second = recorder();
    await bus.consume({ group: at.group, topics: [at.single], handle: second.handle });
    await bus.publish(of('stuck', 10, 100));
    await until('the stuck ones came', () => second.seen.length >= 110);
    expect(second.byKey('stuck')).toEqual(range(110));
    expect(second.seen).toHaveLength(110);
    await until('none is parked', async () => (await bus.parked.list()).length === 0);
  });

  test('a key with thousands of messages does not block others', async () => {
    const bus = await at.open();
    const { byKey, handle } = recorder();
    await bus.publish(of('flood', 3_000));
    await bus.consume({
      group: at.group,
      topics: [at.single],
      handle: async (message) => {
        if (message.key === 'flood') await sleep(2);
        await handle(message);
      },
    });
    await until('the flood is in work', () => byKey('flood').length > 0);
    await bus.publish(of('other', 1));
    await until('the other came', () => byKey('other').length === 1);
    expect(byKey('flood').length).toBeLessThan(2_000);
    await until('all came', () => byKey('flood').length >= 3_000, 60_000);
    expect(byKey('flood')).toEqual(range(3_000));
  }, 90_000);

  test('a message that a later one of its key overtakes is not handled; those of other keys overtake nothing', async () => {
    const bus = await at.open();
    const { seen, byKey, handle } = recorder();
    await bus.publish([...of('often', 5), ...of('once', 1), ...of('often', 1, 5)]);
    await bus.consume({
      group: at.group,
      topics: [at.single],
      concurrency: 1,
      isOvertaken: ({ key, value }, later) => {
        expect(later.every((one) => one.key === key && Number(one.value) > Number(value))).toBe(true);
        return value !== 2 && later.length > 0;
      },
      handle,
    });
    await bus.publish(of('last', 1));
    await until('all came', () => byKey('last').length === 1);
    expect([byKey('often'), byKey('once')]).toEqual([[2, 5], [0]]);
    expect(seen).toHaveLength(4);
  });

  test('a blocked key waits with all its later messages, and continues in order when it is retried', async () => {
    const bus = await at.open();
    const { seen, byKey, handle } = recorder();
    let mended = false;
    await bus.consume({
      group: at.group,
      topics: [at.single],
      handle: async (message) => {
        if (message.key === 'still' && !mended) throw new Standstill('it cannot be read');
        if (message.value === 2) throw new Unprocessable('no such thing');
        await handle(message);
      },
    });
    await bus.publish(of('still', 3));
    await bus.publish([{ topic: at.single, key: 'free', value: 'free' }]);
    await until('the free one came', () => byKey('free').length === 1);
    await bus.publish(of('still', 2, 3));
    const parked = () => bus.parked.list();
    await until('all of the key wait', async () => (await parked()).length === 5);
    const waiting = (await parked()).sort((a, b) => Number(a.offset) - Number(b.offset));
    expect(waiting.map(({ value, held }) => [value, held])).toEqual(range(5).map((value) => [value, true]));
    expect(waiting[0]?.error).toBe('it cannot be read');
    expect(seen).toHaveLength(1);

    mended = true;
    await bus.parked.retry(waiting.at(-1)!.id);
    await until('they came', () => byKey('still').length === 4);
    expect(byKey('still')).toEqual([0, 1, 3, 4]);
    await until('the poison alone is left', async () => (await parked()).length === 1);
    expect((await parked())[0]).toMatchObject({ value: 2, held: false, error: 'no such thing' });
    await bus.publish(of('still', 1, 5));
    await until('the key goes on', () => byKey('still').length === 5);
  });
});

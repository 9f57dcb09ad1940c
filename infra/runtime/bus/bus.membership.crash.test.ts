import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './bus.fixture.ts';
import { adapters, BRIEF, numbered, range, recorder, until, world } from './bus.fixture.ts';

let at: World;
afterEach(() => at.end());

// A member's session lasts three seconds by the clock: beside tests that fill the processors it would end whatever its keys do.
test.each(adapters)(
  '%s: a key that is stuck for seconds holds back no other partition, and costs no membership',
  async (adapter) => {
    at = await world(adapter, BRIEF);
    const bus = await at.open();
    const { byKey, handle } = recorder();
    let broken = true;
    let assignments = 0;
    await bus.consume({
      group: at.group,
      topics: [at.topic, at.single],
      onAssigned: () => {
        assignments += 1;
      },
      handle: async (message) => {
        if (message.topic === at.single && message.value === 0 && broken) throw new Error('stuck');
        await handle(message);
      },
    });
    const before = assignments;
    await bus.publish(numbered(at.single, 3, 1));
    for (const round of range(10)) {
      await bus.publish([{ topic: at.topic, key: 'free', value: round }]);
      await until('the free one came', () => byKey('free').length === round + 1);
      await sleep(400);
    }
    expect(byKey('key-0')).toEqual([]);
    broken = false;
    await until('the stuck ones came', () => byKey('key-0').length >= 3);
    expect(byKey('key-0')).toEqual([0, 1, 2]);
    await bus.publish(numbered(at.single, 2, 1, 3));
    await until('the line goes on', () => byKey('key-0').length >= 5);
    expect(byKey('key-0')).toEqual(range(5));
    expect(assignments).toBe(before);
  },
);

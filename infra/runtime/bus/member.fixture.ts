// A member in a process of its own, which the test kills. Prints the value of each message that it has handled.
import { setTimeout as sleep } from 'node:timers/promises';
import { silent } from './bus.fixture.ts';
import type { BusConfig } from './index.ts';
import { connectBus } from './index.ts';

const { config, group, topic, slow } = JSON.parse(process.argv[2] ?? '{}') as {
  config: Omit<BusConfig, 'log'>;
  group: string;
  topic: string;
  slow: number;
};

const bus = await connectBus({ ...config, log: silent });
await bus.consume({
  group,
  topics: [topic],
  handle: async ({ value }) => {
    await sleep(slow);
    process.stdout.write(`${value}\n`);
  },
});
process.stdout.write('ready\n');

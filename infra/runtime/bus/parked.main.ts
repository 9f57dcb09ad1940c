import { z } from 'zod';
import { readConfig } from '../kernel/config.ts';
import { runCommand } from '../kernel/main.ts';
import { connectBus, NotParked, prepareBus } from './index.ts';

/**
 * `node infra/runtime/bus/parked.main.ts [retry [ID]]`: shows the messages that were set aside, or has their groups try them again. What
 * people wrote in them is not shown, nor the key, which may hold a number.
 */
await runCommand('bus-parked', async (log) => {
  const { DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers } = readConfig(z.object({}));
  const config = { databaseUrl, clientId: 'bus-parked', log, ...(kafkaBrokers && { kafkaBrokers }) };
  await prepareBus(config);
  const bus = await connectBus(config);
  try {
    const [, , verb, id] = process.argv;
    const parked = await bus.parked.list();
    for (const one of parked)
      if (verb === 'retry' && (id === undefined || one.id === id))
        await bus.parked.retry(one.id).catch((error: unknown) => {
          // It came through since it was read, behind another of its key.
          if (!(error instanceof NotParked)) throw error;
        });
    for (const { value: _, headers: __, key: ___, ...shown } of parked) process.stdout.write(`${JSON.stringify(shown)}\n`);
    return 0;
  } finally {
    await bus.close();
  }
});

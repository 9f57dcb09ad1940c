import { z } from 'zod';
import { readConfig } from '../kernel/config.ts';
import { runCommand } from '../kernel/main.ts';
import { connectBus, NotParked, prepareBus } from './index.ts';

/**
 * `node infra/runtime/bus/parked.main.ts [retry [ID]]`: lists the parked messages, or makes their groups retry them. The message contents
 * are not shown, nor the key, which may contain a phone number.
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
          // Since the list was read, it was handled, after an earlier message of its key.
          if (!(error instanceof NotParked)) throw error;
        });
    for (const { value: _, headers: __, key: ___, ...shown } of parked) process.stdout.write(`${JSON.stringify(shown)}\n`);
    return 0;
  } finally {
    await bus.close();
  }
});

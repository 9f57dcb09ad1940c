import { connectBus, prepareBus, runCommand } from '@prosa/infra/runtime';
import { teller } from './engine/frames/publisher.ts';
import { listParked, retryParked } from './engine/rebuild/parked.ts';
import { withTools } from './tools.ts';

/** `node src/parked.main.ts [retry]`: lists the parked streams, or folds their waiting events. */
await runCommand('projection-parked', (log) =>
  withTools(log, async ({ config, ...tools }) => {
    if (process.argv[2] === 'retry') {
      const { DATABASE_URL: databaseUrl, KAFKA_BROKERS: kafkaBrokers } = config;
      const busConfig = { databaseUrl, clientId: 'projection-service', log, ...(kafkaBrokers && { kafkaBrokers }) };
      await prepareBus(busConfig);
      const bus = await connectBus(busConfig);
      await retryParked({ ...tools, log, tell: teller(bus) });
      await bus.close();
    }
    for (const { revision, ...parked } of await listParked(tools))
      process.stdout.write(`${JSON.stringify({ ...parked, revision: revision.toString() })}\n`);
    return 0;
  }),
);

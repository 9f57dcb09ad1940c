import { connectBus, createLog, prepareBus } from '@prosa/infra/runtime';
import { listParked, retryParked } from './parked.ts';
import { teller } from './publisher.ts';
import { operatorsTools } from './tools.ts';

/** `node src/engine/parked.main.ts [retry]`: shows the streams that stand still, or folds what waits of them. */
const log = createLog('projection-parked', process.env.LOG_LEVEL || 'info');
const tools = await operatorsTools(log);
const busConfig = {
  databaseUrl: tools.config.DATABASE_URL,
  clientId: 'projection-service',
  log,
  ...(tools.config.KAFKA_BROKERS && { kafkaBrokers: tools.config.KAFKA_BROKERS }),
};
if (process.argv[2] === 'retry') {
  await prepareBus(busConfig);
  const bus = await connectBus(busConfig);
  await retryParked({ ...tools, log, tell: teller(bus) });
  await bus.close();
}
for (const { revision, ...parked } of await listParked(tools))
  process.stdout.write(`${JSON.stringify({ ...parked, revision: revision.toString() })}\n`);
await tools.close();

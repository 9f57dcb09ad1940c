import { launch, type Prosa, readDemo } from './launcher.ts';
import { CannotStart } from './lock.ts';

const {
  PORT = '8080',
  HOST = '127.0.0.1',
  PROSA_DATA = '.prosa',
  PROSA_DEMO = '1',
  PROSA_INSTANCES = '1',
  EVENTSTORE_URL,
  DATABASE_URL,
  KAFKA_BROKERS,
} = process.env;

const announce = (url: string) => {
  const demo = PROSA_DEMO === '0' ? null : readDemo(PROSA_DATA);
  const lines = ['', `Prosa is ready: ${url}`, ''];
  if (demo) {
    lines.push('Sign in as:');
    for (const { email, password, name } of demo.users) lines.push(`  ${email.padEnd(20)} ${password}   ${name}`);
    lines.push(
      '',
      `Simulator connection ${demo.connection.id}`,
      `  token ${demo.connection.token}`,
      `  (both in ${PROSA_DATA}/demo.json)`,
    );
  }
  console.log([...lines, '', 'Ctrl-C stops it.'].join('\n'));
};

let prosa: Prosa | undefined;
let stopping = false;
const end = async () => {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping…');
  await prosa?.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

try {
  prosa = await launch({
    data: PROSA_DATA,
    host: HOST,
    port: Number(PORT),
    demo: PROSA_DEMO !== '0',
    instances: Math.max(1, Number(PROSA_INSTANCES) || 1),
    eventStoreUrl: EVENTSTORE_URL,
    databaseUrl: DATABASE_URL,
    kafkaBrokers: KAFKA_BROKERS,
    say: (line) => console.error(line),
  });
  announce(prosa.url);
} catch (error) {
  if (!stopping) {
    console.error(error instanceof CannotStart ? error.message : error);
    process.exit(1);
  }
}

import { endProcess } from '../runtime/kernel/end-process.ts';
import { given } from '../runtime/kernel/environment.ts';
import { readDemo } from './demo.ts';
import { launch } from './launcher.ts';
import { watchAncestors } from './processes/ancestors.ts';
import { CannotStart } from './processes/cannot-start.ts';

const {
  PORT = '8080',
  HOST = '127.0.0.1',
  PROSA_DATA = '.prosa',
  PROSA_DEMO = '1',
  PROSA_INSTANCES = '1',
  EVENTSTORE_URL,
  DATABASE_URL,
  KAFKA_BROKERS,
  MEDIA_URL,
  PROSA_TRUSTED_PROXIES,
  PROSA_PUBLIC_URL,
  PROSA_SMTP_URL,
} = given(process.env);

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
    if (!['127.0.0.1', 'localhost', '::1'].includes(HOST))
      lines.push('', `Whoever reaches ${HOST} can sign in: these passwords are known to all. For real use set PROSA_DEMO=0.`);
  }
  console.log([...lines, '', 'Ctrl-C stops it.'].join('\n'));
};

// A closed terminal must not prevent an orderly stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const ending = new AbortController();
const end = () => {
  if (ending.signal.aborted) return;
  console.log('\nStopping…');
  ending.abort();
};
let isGone = false;
const gone = () => {
  isGone = true;
  if (!ending.signal.aborted)
    console.error(`The data folder ${PROSA_DATA} was deleted, and nothing more can be stored: Prosa ends.`);
  ending.abort();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
// The process that started the launcher holds the other end, which closes however that process ends.
process.once('disconnect', end);
watchAncestors(end);

try {
  const prosa = await launch({
    data: PROSA_DATA,
    host: HOST,
    port: Number(PORT),
    demo: Number(PROSA_DEMO),
    instances: Math.max(1, Number(PROSA_INSTANCES) || 1),
    eventStoreUrl: EVENTSTORE_URL,
    databaseUrl: DATABASE_URL,
    kafkaBrokers: KAFKA_BROKERS,
    mediaUrl: MEDIA_URL,
    trustedProxies: PROSA_TRUSTED_PROXIES,
    publicUrl: PROSA_PUBLIC_URL,
    smtpUrl: PROSA_SMTP_URL,
    say: (line) => console.error(line),
    gone,
    signal: ending.signal,
  });
  announce(prosa.url);
  if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener('abort', resolve));
  await prosa.stop().catch((error) => {
    // Servers without their data do not stop in order.
    if (!isGone) throw error;
  });
} catch (error) {
  if (error !== ending.signal.reason) {
    console.error(error instanceof CannotStart ? error.message : error);
    endProcess(1);
  }
}
endProcess(isGone ? 1 : 0);

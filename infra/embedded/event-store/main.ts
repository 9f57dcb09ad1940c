/**
 * The event store as a process. EVENTSTORE_PORT (2113), EVENTSTORE_HOST (127.0.0.1), EVENTSTORE_DATA (.prosa/event-store). Its password is
 * in EVENTSTORE_DATA.password, created if missing; with EVENTSTORE_INSECURE=1 it accepts everybody who can reach its port. Writes one line
 * of JSON when it is ready. Ends on SIGTERM and SIGINT, and with PROSA_PARENT_PIPE=1 when its stdin closes, so it never outlives the
 * process that started it.
 */
import { endProcess } from '../../runtime/kernel/end-process.ts';
import { storePassword } from './password.ts';
import { startEventStore } from './server.ts';

const say = (message: string, more: object = {}) =>
  process.stdout.write(
    `${JSON.stringify({ level: 'info', time: new Date().toISOString(), service: 'event-store', message, ...more })}\n`,
  );

const {
  EVENTSTORE_PORT = '2113',
  EVENTSTORE_HOST = '127.0.0.1',
  EVENTSTORE_DATA = '.prosa/event-store',
  EVENTSTORE_INSECURE,
  PROSA_PARENT_PIPE,
} = process.env;

try {
  const password = EVENTSTORE_INSECURE === '1' ? undefined : storePassword(EVENTSTORE_DATA);
  const options = { dataDir: EVENTSTORE_DATA, port: Number(EVENTSTORE_PORT), host: EVENTSTORE_HOST, password };
  const store = await startEventStore(options);
  const stop = async (reason: string) => {
    await store.close();
    say('stopped', { reason });
    endProcess(0);
  };
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  if (PROSA_PARENT_PIPE === '1') {
    process.stdin.resume();
    process.stdin.once('end', () => void stop('parent ended'));
    process.stdin.once('error', () => void stop('parent ended'));
  }
  say('ready', { address: store.address, port: store.port, pid: process.pid });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${JSON.stringify({ level: 'error', time: new Date().toISOString(), service: 'event-store', message })}\n`,
  );
  endProcess(1);
}

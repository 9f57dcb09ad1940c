import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../embedded/processes/ports.ts';
import { findJava } from './java.ts';
import { kafkaJars } from './kafka-jars.ts';

const run = promisify(execFile);

export type TestKafka = {
  /** For KAFKA_BROKERS: `127.0.0.1:PORT`, the same after restart(). */
  brokers: string;
  /** Process id of the current broker. */
  readonly pid: number;
  /** Sends the signal; SIGKILL and SIGTERM resolve when the broker has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Restarts it on its data; kills it first if it still runs. */
  restart(): Promise<void>;
  /** Stops it; its data are deleted too unless a folder was given. */
  close(): Promise<void>;
};

/** One node that is broker and controller, on the loopback, with settings for fast tests. */
const properties = (dataDir: string, port: number, controllerPort: number): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.dirs': dataDir,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    'auto.create.topics.enable': false,
    // After a kill the broker waits until its own old session has ended.
    'broker.session.timeout.ms': 3000,
    'broker.heartbeat.interval.ms': 500,
    'log.cleaner.dedupe.buffer.size': 16 * 1024 * 1024,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const logLevels = [
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
];
// For a short run on two cores: the fast compiler and the serial collector start sooner.
const machine = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-XX:-UsePerfData'];

/** On Linux the child ends with us, however we end. */
const spawnJava = (java: string, args: string[]): ChildProcess => {
  const options = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  return existsSync('/usr/bin/setpriv')
    ? spawn('/usr/bin/setpriv', ['--pdeathsig', 'KILL', '--', java, ...args], options)
    : spawn(java, args, options);
};

/** Starts the JVM and resolves when the broker reports that it has started; throws with its last lines if it ends before. */
const launch = async (java: string, classPath: string, config: string): Promise<ChildProcess> => {
  const child = spawnJava(java, ['-Xmx512m', ...machine, ...logLevels, '-cp', classPath, 'kafka.Kafka', config]);
  let tail = '';
  await new Promise<void>((started, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        tail = (tail + chunk).slice(-4000);
        if (tail.includes('Kafka Server started')) started();
      });
    }
    child.once('error', failed);
    child.once('close', () => failed(new Error(`Kafka did not start: ${tail}`)));
  });
  return child;
};

/** Starts a real Kafka broker with a heap of 512 MB. The first one on a machine downloads its jars (27 MB). */
export const startKafka = async (options: { dataDir?: string; port?: number } = {}): Promise<TestKafka> => {
  const [java, jars] = await Promise.all([findJava(), kafkaJars()]);
  const classPath = join(jars, '*');
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'prosa-test-kafka-'));
  const dataDir = join(folder, 'data');
  const config = join(folder, 'server.properties');
  mkdirSync(folder, { recursive: true });

  const start = async (): Promise<{ child: ChildProcess; port: number }> => {
    for (let attempt = 1; ; attempt += 1) {
      const [free, controllerPort] = [await freePort(), await freePort()];
      const port = options.port || free;
      writeFileSync(config, properties(dataDir, port, controllerPort));
      try {
        if (!existsSync(join(dataDir, 'meta.properties'))) {
          await run(java, [
            ...machine,
            ...logLevels,
            '-cp',
            classPath,
            'kafka.tools.StorageTool',
            'format',
            '-t',
            'MkU3OEVBNTcwNTJENDM2Qg',
            '-c',
            config,
          ]);
        }
        return { child: await launch(java, classPath, config), port };
      } catch (error) {
        if (attempt === 3 || !/BindException|Address already in use/.test(String(error))) throw error;
      }
    }
  };

  const { port, ...first } = await start();
  let child = first.child;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isRunning()) return;
    const ended = once(child, 'close');
    child.kill(signal);
    if (signal === 'SIGKILL' || signal === 'SIGTERM') await ended;
  };
  return {
    brokers: `127.0.0.1:${port}`,
    get pid() {
      return child.pid as number;
    },
    kill,
    restart: async () => {
      await kill('SIGKILL');
      child = await launch(java, classPath, config);
    },
    close: async () => {
      await kill('SIGKILL');
      rmSync(options.dataDir ? config : folder, { recursive: true, force: true });
    },
  };
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunningPostgres } from '../../embedded/postgres/postgres.ts';
import { startPostgres } from '../../embedded/postgres/postgres.ts';
import { startKafka } from '../../testing/kafka/kafka.ts';
import { drawn } from '../../testing/volume.ts';
import type { Adapter, World } from './bus.fixture.ts';
import { adapters, BRIEF, byNumber, numbered, range, recorder, until, world } from './bus.fixture.ts';

type Member = { handled: number[]; pid: number; kill(signal: NodeJS.Signals): void; ended: Promise<unknown> };

const startMember = async (at: World, group: string, topic: string, slow: number): Promise<Member> => {
  const { log: _log, ...config } = at.config;
  const program = fileURLToPath(new URL('./member.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify({ config, group, topic, slow })], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '--no-warnings' },
  });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  await until('the member is ready', () => lines.includes('ready'));
  return {
    get handled() {
      return lines.filter((line) => line !== 'ready').map(Number);
    },
    pid: child.pid as number,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close'),
  };
};

describe('a member', () => {
  let at: World;
  afterEach(() => at.end());

  test.each(drawn('a member of a group is killed on', adapters))(
    '%s: what a killed member had not finished is delivered to its successor, in order and completely',
    async (adapter) => {
      at = await world(adapter, BRIEF);
      const bus = await at.open();
      const { seen, handle } = recorder();
      const member = await startMember(at, at.group, at.topic, 15);
      await bus.publish(numbered(at.topic, 300));
      await until('it is in the middle', () => member.handled.length > 40);
      await bus.consume({ group: at.group, topics: [at.topic], handle });
      await until('it goes on', () => member.handled.length > 60);
      member.kill('SIGKILL');
      await member.ended;
      await until('all came', () => new Set([...member.handled, ...seen.map(({ value }) => value)]).size === 300);
      for (const key of range(8)) {
        const values = seen.filter((message) => message.key === `key-${key}`).map(({ value }) => value as number);
        expect(values).toEqual([...values].sort(byNumber));
      }
    },
  );

  test.each(drawn('a member of a group is stopped on', adapters))(
    '%s: a stopped member loses its partitions, and changes nothing when it continues',
    async (adapter) => {
      at = await world(adapter, BRIEF);
      const bus = await at.open();
      const { seen, handle } = recorder();
      const member = await startMember(at, at.group, at.single, 5);
      await bus.publish(numbered(at.single, 200, 1));
      await until('it is in the middle', () => member.handled.length > 10);
      member.kill('SIGSTOP');
      await bus.consume({ group: at.group, topics: [at.single], handle });
      await until('the other took over', () => seen.some(({ value }) => value === 199), 40_000);
      member.kill('SIGCONT');
      await bus.publish(numbered(at.single, 50, 1, 200));
      await until('the line goes on', () => new Set([...member.handled, ...seen.map(({ value }) => value)]).size === 250);
      member.kill('SIGKILL');
      await member.ended;
      // The sleeping member's commit did not set the group back: a third member receives only new messages.
      const third = recorder();
      await bus.close();
      const next = await at.open();
      await next.publish([{ topic: at.single, key: 'end', value: 'end' }]);
      await next.consume({ group: at.group, topics: [at.single], handle: third.handle });
      await until('the end came', () => third.values().includes('end'), 40_000);
      expect(third.values().filter((value) => typeof value === 'number' && value < 200)).toEqual([]);
    },
  );
});

/** A server of its own that the test can kill, and a function that restarts it on the same data. */
const ownServer = async (adapter: Adapter) => {
  if (adapter === 'KafkaBus') {
    const kafka = await startKafka();
    return {
      brokers: kafka.brokers,
      kill: () => kafka.kill('SIGKILL'),
      restart: () => kafka.restart(),
      close: () => kafka.close(),
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'prosa-bus-pg-'));
  const dataDir = join(folder, 'postgres');
  let server: RunningPostgres = await startPostgres({ dataDir });
  return {
    databaseUrl: server.url,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
    },
    restart: async () => {
      server = await startPostgres({ dataDir, port: server.port });
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

test.each(drawn('a server is killed under', adapters))(
  '%s: a server that is killed and restarted loses nothing and keeps the order',
  async (adapter) => {
    const server = await ownServer(adapter);
    const at = await world(adapter, { ...server, ...BRIEF });
    try {
      const bus = await at.open();
      const [group, tail] = [recorder(), recorder()];
      let holes = 0;
      await bus.consume({ group: at.group, topics: [at.topic], handle: group.handle });
      await bus.tail({ topic: at.single, handle: tail.handle, onHole: () => holes++ });
      const publishing = (async () => {
        for (const n of range(300)) {
          await bus.publish([
            { topic: at.topic, key: `key-${n % 8}`, value: n },
            { topic: at.single, key: `key-${n % 8}`, value: n },
          ]);
          await sleep(5);
        }
      })();
      await until('it is in the middle', () => group.seen.length > 50);
      await server.kill();
      await expect(bus.health()).rejects.toThrow();
      await server.restart();
      await publishing;
      await until('the group has all', () => new Set(group.values()).size === 300);
      await until('the tail has all', () => new Set(tail.values()).size === 300);
      for (const key of range(8)) {
        const fresh = [...new Set(group.byKey(`key-${key}`))];
        expect(fresh).toEqual([...fresh].sort(byNumber));
      }
      await until('it is healthy again', () =>
        bus.health().then(
          () => true,
          () => false,
        ),
      );
      expect(holes).toBe(0);
    } finally {
      await at.end();
      await server.close();
    }
  },
  120_000,
);

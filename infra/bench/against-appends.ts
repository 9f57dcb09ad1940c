import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { newId } from '@prosa/contracts';
import { startPostgres } from '../embedded/postgres/postgres.ts';
import { lean } from '../embedded/processes/lean.mjs';
import { freePort } from '../embedded/processes/ports.ts';
import type { Demo } from '../simulate/simulate.ts';
import { type LeanClient, leanClient } from './lean-client.ts';
import { type Finding, median, rounded } from './report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CLIENTS = 32;
const INSTANCES = 2;
/** Each client is an attendant with this many conversations, served in turn. */
export const CONVERSATIONS = 8;
const ROUND = 4_000;
const ROUNDS = 5;
/** V8 compiles functions that run often, which takes some ten thousand commands. */
const WARM_UP = 20_000;

/** Posts as one of the clients, with an idempotency key; throws on a refusal. */
export type Post = (lane: number, path: string, body: object, bearer?: string) => Promise<{ id?: string; token?: string }>;
type Bench = {
  what: string;
  atLeast: number;
  env?: Record<string, string>;
  /** Returns a client's next command; `turn` is which of its conversations it is about. */
  prepare: (demo: Demo, post: Post, lanes: number) => Promise<(lane: number, turn: number) => Promise<unknown>>;
};

/**
 * Commands through HTTP against plain appendToStream of an event of the same size, on the same embedded store, alternating, each with 32
 * clients. One instance of the command side per core, as in production; the projections and the gateway are not running, because they only
 * read.
 */
export const againstAppends = async ({ what, atLeast, env = {}, prepare }: Bench): Promise<Finding> => {
  const data = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
  const storePort = await freePort();
  const commandPorts = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const postgres = await startPostgres({ dataDir: join(data, 'postgres'), port: 0 });
  const store = `esdb://127.0.0.1:${storePort}?tls=false`;
  const children = [
    start('infra/embedded/event-store/main.ts', {
      EVENTSTORE_PORT: String(storePort),
      EVENTSTORE_DATA: join(data, 'event-store'),
      // Without TLS the standard client sends no password.
      EVENTSTORE_INSECURE: '1',
    }),
    ...commandPorts.map((port) =>
      start('command-service/src/main.ts', {
        EVENTSTORE_URL: store,
        DATABASE_URL: postgres.url,
        HOST: '127.0.0.1',
        PORT: String(port),
        PROSA_KEYS_FILE: join(data, 'keys'),
        PROSA_TOKEN_SECRET_FILE: join(data, 'secret'),
        PROSA_DEMO: '1',
        PROSA_DEMO_FILE: join(data, 'demo.json'),
        LOG_LEVEL: 'warn',
        ...env,
      }),
    ),
  ];
  // One client per lane on both sides: each has its own connection and does one thing at a time.
  const clients = Array.from({ length: CLIENTS }, () => EventStoreDBClient.connectionString(store));
  const callers: LeanClient[] = [];
  try {
    const urls = commandPorts.map((port) => `http://127.0.0.1:${port}`);
    await Promise.all(urls.map(untilReady));
    const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo;
    for (let lane = 0; lane < CLIENTS; lane++) callers.push(await leanClient(urls[lane % INSTANCES]!));
    const command = await prepare(
      demo,
      (lane, path, body, bearer) => post(callers[lane]!, bearer ? `authorization: Bearer ${bearer}\r\n` : '', path, body),
      CLIENTS,
    );
    const turns = callers.map(() => 0);
    const turn = (lane: number) => (turns[lane] = (turns[lane]! + 1) % CONVERSATIONS);
    const commanded = (lane: number) => command(lane, turn(lane)).then(() => undefined);
    // As large in the store as the message's event, whose text is encrypted and whose metadata is larger.
    const padding = 'x'.repeat(880);
    const append = (lane: number) =>
      clients[lane]!.appendToStream(
        `bench-${lane}-${turn(lane)}`,
        jsonEvent({ type: 'Benched', data: { padding }, metadata: { commandId: newId() } }),
      ).then(() => undefined);

    await perSecond(CLIENTS, WARM_UP, commanded);
    await perSecond(CLIENTS, ROUND / 2, append);
    const bare: number[] = [];
    const http: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      bare.push(await perSecond(CLIENTS, ROUND, append));
      http.push(await perSecond(CLIENTS, ROUND, commanded));
    }
    // Compared round by round: the machine's speed changes within a minute.
    const ratio = median(http.map((rate, round) => rate / bare[round]!));
    const detail = { commandsPerSecond: Math.round(median(http)), appendsPerSecond: Math.round(median(bare)) };
    return {
      what: `${what} / bare appends, ${CLIENTS} clients`,
      measured: rounded(ratio),
      unit: 'of its throughput',
      target: { atLeast },
      detail,
    };
  } finally {
    for (const caller of callers) caller.close();
    await Promise.all(clients.map((client) => client.dispose()));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(
      children.map((child) => new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(null)))),
    );
    await postgres.close();
    rmSync(data, { recursive: true, force: true });
  }
};

const start = (entry: string, env: Record<string, string>) =>
  spawn(process.execPath, lean.argv(entry), {
    cwd: root,
    env: { ...lean.env, ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const untilReady = async (url: string) => {
  const end = Date.now() + 60_000;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error(`${url} did not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const post = async (
  client: LeanClient,
  headers: string,
  path: string,
  body: object,
): Promise<{ id?: string; token?: string }> => {
  const answer = await client.post(`/api${path}`, `${headers}idempotency-key: ${newId()}\r\n`, JSON.stringify(body));
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body) as { id?: string; token?: string };
};

/** Runs `work` in `lanes` concurrent loops for `ms` milliseconds; resolves to the number of runs per second. The first error ends it. */
const perSecond = async (lanes: number, ms: number, work: (lane: number) => Promise<void>): Promise<number> => {
  const start = performance.now();
  const end = start + ms;
  let done = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        await work(lane);
        done += 1;
      }
    }),
  );
  return (done * 1_000) / (performance.now() - start);
};

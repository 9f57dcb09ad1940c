import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { recorder, until, type World, world } from './bus.fixture.ts';
import { connectBus, prepareBus, Standstill, Unprocessable } from './index.ts';

let at: World;
beforeAll(async () => {
  at = await world('PostgresBus');
});
afterAll(() => at.end());

const parked = async (...words: string[]): Promise<Record<string, unknown>[]> => {
  const path = fileURLToPath(new URL('./parked.main.ts', import.meta.url));
  const env = {
    PATH: process.env.PATH,
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    DATABASE_URL: at.config.databaseUrl,
    PROSA_KEYS: Buffer.alloc(32, 1).toString('base64'),
    PROSA_TOKEN_SECRET: Buffer.alloc(32, 2).toString('base64'),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', path, ...words], { env });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"id"'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('an operator sees the parked messages without their contents, and can retry them', async () => {
  // On the real topics, because the command knows only those.
  const { topics: _, ...config } = at.config;
  await prepareBus(config);
  const bus = await connectBus(config);
  const topic = 'channel.inbound';
  const { seen, byKey, handle } = recorder();
  let mended = false;
  await bus.consume({
    group: at.group,
    topics: [topic],
    handle: async (message) => {
      if (message.key === 'number 1' && !mended) throw new Unprocessable('no such connection');
      if (message.key === 'number 2' && !mended) throw new Standstill('it cannot be read');
      await handle(message);
    },
  });
  const secret = randomUUID();
  const of = (key: string, n: number) => ({ topic, key, value: { secret, n } });
  await bus.publish([of('number 1', 1), of('number 2', 1), of('number 2', 2)]);
  await until('all are parked', async () => (await bus.parked.list()).length === 3);
  const shown = await parked();
  expect(shown).toHaveLength(3);
  expect(shown).toContainEqual(expect.objectContaining({ group: at.group, held: false, error: 'no such connection' }));
  expect(shown).toContainEqual(expect.objectContaining({ group: at.group, held: true, error: 'it cannot be read' }));
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`number|${secret}`));

  mended = true;
  await parked('retry');
  await until('all came', () => seen.length === 3);
  expect(byKey('number 2')).toEqual([1, 2].map((n) => ({ secret, n })));
  await until('none is parked', async () => (await bus.parked.list()).length === 0);
  await bus.close();
}, 60_000);

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nodeHasher } from '@prosa/infra/verify';
import { verify } from '../../../../infra/verify/check/verify.ts';
import { commandTurns } from '../../kernel/turns.ts';
import { mortal, processOf, runLine } from '../../reactors/reactors.fixture.ts';
import { ask, eventually, makeScene, openTicket, startWorld } from '../../testing/world.fixture.ts';
import { grownTo, growTrees } from '../audit-tree/growing.ts';
import { exportRows } from './export.rows.ts';
import { runExports } from './exports.reactors.ts';

const world = await startWorld();
const service = await world.instance({ idle: true });
const { deps } = service;
const scene = await makeScene(service);
const ticket = await openTicket(service, scene, scene.ana, '5511987650101');
await ask(service, `POST /messages/${ticket.id}`, { token: scene.ana.token, body: { body: 'Seu pedido saiu.' } });
const ending = new AbortController();
const growing = growTrees(deps, ending.signal);
afterAll(async () => {
  ending.abort();
  await growing;
  await world.close();
});

const rows = exportRows(deps);
const stored = async (id: string) => (await rows.find(scene.companyId, id))!;
/** An export that has been asked for, once the log contains that. */
const begin = async (): Promise<string> => {
  const { status, body, position } = await ask<{ id: string }>(service, 'POST /exports', {
    token: scene.admin.token,
    body: { ticketIds: [ticket.id] },
  });
  expect(status).toBe(202);
  await eventually(
    () => grownTo(deps.pool),
    (at) => at >= position!,
  );
  return body.id;
};
const contentOf = async (parcel: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of (await deps.parcels.open(parcel))!.read()) pieces.push(piece);
  return Buffer.concat(pieces);
};
const isDone = async (): Promise<boolean> =>
  (await deps.pool.query(`select from command.deferred_work where reactor = 'exports'`)).rowCount === 0;
/** Whole files in the store; what a dead process has half written is no file yet. */
const files = (): number =>
  readdirSync(world.mediaFolder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('coming') && statSync(join(world.mediaFolder, path)).isFile(),
  ).length;

let made = 0;
/** Runs a process that dies at a step of its work, then one that does not. Returns whether the first died. */
const killedAt = async (moment: { step: number; heard: boolean }): Promise<boolean> => {
  const id = await begin();
  const dying = mortal(deps, [], moment);
  // What it had begun keeps its places for ever, but in its own process.
  const first = processOf(runExports, { ...dying.deps, turns: commandTurns(() => 0) }, dying.bus);
  const before = runLine(first.line);
  const ended = eventually(
    () => stored(id),
    ({ status }) => status !== 'waiting',
  );
  const lived = ended.then(() => eventually(isDone, Boolean)).then(() => dying.over());
  const died = await dying.dead;
  const next = processOf(runExports, deps);
  const after = runLine(next.line);
  const { parcel } = await ended;
  await lived;
  await after.stop();
  if (!died) await before.stop();
  // It has ended once, is whole, and nothing else is kept of it.
  expect(await stored(id)).toMatchObject({ status: 'ready', parcel });
  const bytes = await contentOf(parcel!);
  const report = await verify({ size: bytes.length, read: async (from, to) => bytes.subarray(from, to) }, nodeHasher);
  expect(report.findings).toEqual([]);
  made += 1;
  expect(files()).toBe(made);
  return died;
};

test.each([false, true])(
  'killed at any step of its work, with the request %s to the server, an export ends once and whole, and leaves no parts',
  async (heard) => {
    let step = 0;
    do step += 1;
    while (await killedAt({ step, heard }));
    expect(step).toBeGreaterThan(12);
  },
);

test('what ends its process again and again is given up, and says so', async () => {
  const id = await begin();
  await deps.pool.query('update command.export set attempt = 10 where id = $1', [id]);
  const { line } = processOf(runExports, deps);
  const running = runLine(line);
  await eventually(
    () => stored(id),
    ({ status }) => status === 'failed',
  );
  await running.stop();
  const answer = await service.app.inject({
    url: `/api/exports/${id}`,
    headers: { authorization: `Bearer ${scene.admin.token}` },
  });
  expect([answer.statusCode, answer.json().error]).toEqual([409, 'ERR_EXPORT_FAILED']);
});

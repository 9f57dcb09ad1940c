import type { AuditHead } from '@prosa/contracts';
import { newId } from '@prosa/contracts';
import { leafHash, leafOf, nodeHasher, rootOf } from '@prosa/infra/verify';
import { checkKept } from '../../../../infra/verify/check/heads.ts';
import { readKeptHead } from '../../../../infra/verify/format/checkpoint.ts';
import { isSignedBy, readKey, timeOfHead } from '../../../../infra/verify/format/note.ts';
import type { CommandService } from '../../app.ts';
import { ask, eventually, makeScene, startWorld } from '../../testing/world.fixture.ts';
import { companyOf, grownTo } from '../audit-tree/growing.ts';

const { sha256 } = nodeHasher;
const world = await startWorld();
afterAll(() => world.close());
const service = await world.instance();
const scene = await makeScene(service);

/** Leaf hashes of a company, computed of what the store has. */
const leavesOf = async ({ deps }: CommandService, companyId: string): Promise<Uint8Array[]> => {
  const ending = new AbortController();
  const leaves: Uint8Array[] = [];
  await deps.store.subscribeRaw({
    from: 'start',
    signal: ending.signal,
    onBatch: (events) => {
      for (const event of events) if (companyOf(event) === companyId) leaves.push(leafHash(sha256, leafOf(event)));
    },
    onLive: () => ending.abort(),
  });
  return leaves;
};
/** Waits until every event has its leaf. */
const grown = async ({ deps }: CommandService): Promise<void> => {
  const end = await deps.store.head();
  await eventually(
    () => grownTo(deps.pool),
    (position) => position >= end,
  );
};
const headOf = async (old?: number, by = scene.admin) =>
  ask<AuditHead & { error?: string }>(service, `GET /audit/head${old === undefined ? '' : `?old=${old}`}`, { token: by.token });
const addTag = (n: number) =>
  ask(service, 'POST /tags', { token: scene.admin.token, body: { name: `Etiqueta ${n}`, color: '#2b95d6' }, key: newId() });

test('the head is that of all events of the company, signed with its time', async () => {
  await makeScene(service);
  await grown(service);
  const { body } = await headOf();
  const leaves = await leavesOf(service, scene.companyId);
  expect(leaves.length).toBeGreaterThan(3);
  expect(body.size).toBe(leaves.length);
  const kept = readKeptHead(body.text)!;
  const key = readKey(sha256, body.key)!;
  expect(kept.head).toEqual({ origin: body.origin, size: leaves.length, root: new Uint8Array(rootOf(sha256, leaves)) });
  expect(key.name).toBe(body.origin);
  expect(body.origin).toMatch(new RegExp(`^prosa-[0-9a-f]{16}/${scene.companyId}$`));
  expect(await isSignedBy(sha256, key, kept.note)).toBe(true);
  expect((await timeOfHead(sha256, key, kept.note))! * 1_000).toBe(Date.parse(body.signedAt));
  // It is signed once.
  expect((await headOf()).body).toEqual(body);
});

test('a later head proves that an older one is its beginning', async () => {
  await grown(service);
  const before = (await headOf()).body;
  for (const n of [1, 2, 3]) await addTag(n);
  await grown(service);
  const { body } = await headOf(before.size);
  expect(body.size).toBeGreaterThan(before.size);
  const key = readKey(sha256, body.key)!;
  const older = { ...readKeptHead(before.text)!.head, seconds: Date.parse(before.signedAt) / 1_000 };
  expect(await checkKept(sha256, key, older, [body.text])).toEqual([]);
  expect(await checkKept(sha256, key, { ...older, root: sha256(new Uint8Array()) }, [body.text])).toEqual([
    { code: 'log-rewritten', head: 1 },
  ]);
  expect(await headOf(body.size + 1_000)).toMatchObject({ status: 400, body: { error: 'ERR_LOG_SIZE' } });
});

test('heads are for administrators, and of their own company', async () => {
  const other = await makeScene(service);
  await grown(service);
  expect(await headOf(undefined, scene.ana)).toMatchObject({ status: 403 });
  const [own, foreign] = [await headOf(), await headOf(undefined, other.admin)];
  expect(foreign.body.origin.split('/')[1]).toBe(other.companyId);
  expect(foreign.body.key).not.toBe(own.body.key);
});

test('trees that are thrown away grow anew, the same; two processes grow them once', async () => {
  await grown(service);
  const before = (await headOf()).body;
  await service.deps.pool.query('truncate audit.tree, audit.tile; update audit.checkpoint set position = -1');
  const second = await world.instance();
  await addTag(4);
  await grown(second);
  const leaves = await leavesOf(second, scene.companyId);
  const { body } = await headOf(before.size);
  expect(body.size).toBe(leaves.length);
  expect(readKeptHead(body.text)!.head.root).toEqual(new Uint8Array(rootOf(sha256, leaves)));
});

test('an event that was changed in the store is found before the log is signed again', async () => {
  await grown(service);
  const { size } = (await headOf()).body;
  // As if the trees had grown anew over other events.
  await service.deps.pool.query(
    `update audit.tile set hashes = overlay(hashes placing '\\x00'::bytea from 5) where company_id = $1 and level = 0 and place = 0`,
    [scene.companyId],
  );
  await addTag(5);
  await grown(service);
  expect(await headOf()).toMatchObject({ status: 409, body: { error: 'ERR_LOG_DIFFERS' } });
  const { rows } = await service.deps.pool.query('select max(size)::int as size from command.audit_head where company_id = $1', [
    scene.companyId,
  ]);
  expect(rows[0].size).toBe(size);
});

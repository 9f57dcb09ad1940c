import { newId } from '@prosa/contracts';
import { READ_COMMITS } from '@prosa/infra/runtime';
import { BEHIND_MS } from '../kernel/turns.ts';
import { eventually, makeQueue, makeScene, startWorld } from '../testing/world.fixture.ts';

const world = await startWorld();
const service = await world.instance();
const { deps } = service;
afterAll(() => world.close());

const folded = (position: bigint) => deps.pool.query('select pg_notify($1, $2)', [READ_COMMITS, String(position)]);
const metric = async (name: string): Promise<number> => {
  const { payload } = await service.app.inject({ method: 'GET', url: '/metrics' });
  return Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(payload)?.[1]);
};

test('bulk work pauses while the projector is over 2 s behind this process’s appends, and continues when it has caught up', async () => {
  const { companyId } = await makeScene(service);
  await eventually(
    async () => {
      // An event written after a received commit waits for the next one.
      await folded(await deps.store.head());
      await makeQueue(deps, companyId, newId(), `#${newId().slice(-6)}`);
      return metric('command_projector_behind_seconds');
    },
    (behind) => behind > 0,
  );
  await eventually(
    () => metric('command_projector_behind_seconds'),
    (behind) => behind * 1_000 > BEHIND_MS,
  );
  let done = 0;
  const work = deps.turns.run('bulk', companyId, () => {
    done += 1;
  });
  expect([done, await metric('command_bulk_waiting')]).toEqual([0, 1]);
  await folded(await deps.store.head());
  await work;
  expect([done, await metric('command_bulk_waiting')]).toEqual([1, 0]);
}, 60_000);

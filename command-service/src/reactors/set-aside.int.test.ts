import { type Fact, newId } from '@prosa/contracts';
import { eventually, startWorld } from '../testing/world.fixture.ts';
import { counting, createRows, makeTags, processOf, rowsOf, runLine, standAt } from './reactors.fixture.ts';

const world = await startWorld();
const { deps } = await world.instance({ idle: true });
await createRows(deps);
afterAll(() => world.close());

test('what fails twice by what is in it waits alone, and what is behind it in its stream is done', async () => {
  const [name, companyId] = ['aside', newId()];
  await standAt(deps, name, await deps.store.head());
  let broken = '';
  const publish = async ({ meta }: Pick<Fact, 'meta'>) => {
    if (meta.eventId === broken) throw new TypeError('It cannot be published.');
    return { topic: 'test', key: meta.stream, value: meta.eventId };
  };
  const ids = await makeTags(deps, companyId, ['Uma', 'Duas', 'Três']);
  broken = ids[1]!;
  const { line, published } = processOf(counting(name, companyId, { publish }), deps);
  const running = runLine(line);
  const values = () => published.map(({ value }) => value);
  await eventually(
    async () => values(),
    (all) => all.includes(ids[2]!),
  );
  expect(values()).toEqual([ids[0], ids[2]]);
  // A message leaves before its row is committed.
  const { rows } = await eventually(
    () => deps.pool.query('select event_id, fault from command.deferred_work where reactor = $1', [name]),
    ({ rowCount }) => rowCount === 1,
  );
  expect(rows).toEqual([{ event_id: broken, fault: 'It cannot be published.' }]);
  broken = '';
  await eventually(
    async () => values(),
    (all) => all.includes(ids[1]!),
  );
  await eventually(
    () => rowsOf(deps, name),
    (all) => all.length === ids.length,
  );
  expect(await rowsOf(deps, name)).toEqual([...ids].sort());
  await running.stop();
});

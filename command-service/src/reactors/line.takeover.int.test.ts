import { newId } from '@prosa/contracts';
import { eventually, startWorld } from '../testing/world.fixture.ts';
import { counting, createRows, makeTags, processOf, rowsOf, runLine, standAt, toldOf } from './reactors.fixture.ts';

const world = await startWorld();
const { deps } = await world.instance({ idle: true });
const { pool, store } = deps;
await createRows(deps);
afterAll(() => world.close());

/** The pool, with something that happens between the answer to the nth query and whoever asked. */
const interrupted = (nth: number, happen: () => Promise<void>): { pool: typeof pool; happened: () => boolean } => {
  let queries = 0;
  const query = async (...asked: unknown[]) => {
    const answer = await (pool.query as (...args: unknown[]) => Promise<unknown>).apply(pool, asked);
    queries += 1;
    if (queries === nth) await happen();
    return answer;
  };
  const connect = () => pool.connect();
  return { pool: { query, connect } as unknown as typeof pool, happened: () => queries >= nth };
};

test.each([1, 2, 3])(
  'a leader that has lost its lease, and commits its last batch after query %i of the next leader, leaves no work undone',
  async (nth) => {
    const [name, companyId] = [`late-${nth}`, newId()];
    await standAt(deps, name, await store.head());
    const [publishing, mayPublish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = processOf(counting(name, companyId), deps, {
      publish: () => {
        publishing.resolve();
        return mayPublish.promise;
      },
    });
    const before = runLine(first.line);
    const eventIds = await makeTags(deps, companyId, ['Uma', 'Duas']);
    await publishing.promise;
    const lost = before.stop();

    const late = interrupted(nth, async () => {
      mayPublish.resolve();
      await lost;
    });
    const next = processOf(counting(name, companyId), { ...deps, pool: late.pool });
    const after = runLine(next.line);
    try {
      const told = await eventually(
        () => toldOf(deps, name, companyId),
        ({ length }) => length === eventIds.length && late.happened(),
      );
      expect(told).toEqual([...eventIds].sort());
      expect(await rowsOf(deps, name)).toEqual([...eventIds].sort());
    } finally {
      mayPublish.resolve();
      await after.stop();
    }
  },
);

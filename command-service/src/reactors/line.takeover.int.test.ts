import { derivedId, newId } from '@prosa/contracts';
import { onBusyMachine } from '../../../infra/testing/busy-machine.ts';
import { eventually, startWorld } from '../testing/world.fixture.ts';
import { counting, makeTags, processOf, runLine, standAt } from './reactors.fixture.ts';

onBusyMachine();

const world = await startWorld();
const { deps } = await world.instance({ idle: true });
const { pool, store } = deps;
await pool.query('create table command.test_row (reactor text, event_id uuid, primary key (reactor, event_id))');
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
        () => store.load(`tag-told-${derivedId(companyId, name)}`),
        ({ length }) => length === eventIds.length && late.happened(),
      );
      expect(told.map(({ meta }) => meta.causationId).sort()).toEqual([...eventIds].sort());
      const { rows } = await pool.query<{ event_id: string }>('select event_id from command.test_row where reactor = $1', [name]);
      expect(rows.map(({ event_id }) => event_id).sort()).toEqual([...eventIds].sort());
    } finally {
      mayPublish.resolve();
      await after.stop();
    }
  },
);

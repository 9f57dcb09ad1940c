import type { ImportView } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, makeScene, startWorld } from '../../testing/world.fixture.ts';

const ROWS = 900;
const world = await startWorld();
afterAll(() => world.close());

test('an import that a restart cuts off goes on where it was, and makes each contact once', async () => {
  const first = await world.instance();
  const scene = await makeScene(first);
  const { token } = scene.ana;
  const lines = Array.from({ length: ROWS }, (_, n) => `Cliente ${n};55119${70_000_000 + n}`);
  const file = Buffer.from(['Nome;Número', ...lines].join('\n'));
  const { body } = await post<ImportView>(first, '/contacts/import', scene.ana, formOf([{ bytes: file, name: 'a.csv' }]));
  const show = async (through = first) => (await ask<ImportView>(through, `GET /imports/${body.id}`, { token })).body;
  const begun = await eventually(
    () => show(),
    ({ done }) => done > 0,
  );
  expect(begun.done).toBeLessThan(ROWS);
  await first.close();

  const second = await world.instance();
  const ended = await eventually(
    () => show(second),
    ({ status }) => status === 'finished',
  );
  // A contact that is made twice would exist already the second time.
  expect(ended).toMatchObject({ rows: ROWS, done: ROWS, counts: { created: ROWS, existing: 0 } });
}, 60_000);

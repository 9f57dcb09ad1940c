import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContactView, newId } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { ask, eventually, makeScene, startWorld } from '../../testing/world.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-erasures-'));
const world = await startWorld();
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});
const wasDestroyed = async ({ deps: { pool } }: CommandService, id: string): Promise<boolean> =>
  (await pool.query('select from keys.subject where id = $1 and destroyed_at is not null', [id])).rowCount === 1;

test('who was forgotten is noted by ids alone, and is forgotten again where a restored backup brings them back', async () => {
  const erasures = join(folder, 'erasures.log');
  const before = await world.instance({ erasures });
  const { companyId, admin } = await makeScene(before);
  const contact = async (name: string, number: string) =>
    (await ask<ContactView>(before, 'POST /contacts', { token: admin.token, body: { name, number } })).body.id;
  const gone = await contact('Zebedeu Quirino', '5511973320001');
  const [back, stays] = [await contact('Volta', '5511973320002'), await contact('Fica', '5511973320003')];
  expect((await ask(before, `POST /contacts/${gone}/forget`, { token: admin.token })).status).toBe(200);
  await eventually(
    () => wasDestroyed(before, gone),
    (is) => is,
  );
  const noted = readFileSync(erasures, 'utf8');
  const lines = noted
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines[0]).toEqual({ at: expect.any(String), companyId, contactId: gone });
  expect(noted).not.toMatch(/Zebedeu|97332/);
  await before.close();

  // As if one contact had been forgotten after the backup; somebody whom it does not have, a foreign company, a line that was cut off.
  const more = [
    { companyId, contactId: back },
    { companyId, contactId: newId() },
    { companyId: newId(), contactId: stays },
  ];
  writeFileSync(erasures, `${noted}${more.map((one) => JSON.stringify(one)).join('\n')}\n{"companyId":"${companyId}","conta`);
  const after = await world.instance({ erasures });
  await eventually(
    () => wasDestroyed(after, back),
    (is) => is,
  );
  expect(await wasDestroyed(after, stays)).toBe(false);
  const types = (await after.deps.store.load(`contact-${gone}`)).map(({ type }) => type);
  expect(types.filter((type) => type === 'ContactForgotten')).toHaveLength(1);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportView } from '@prosa/contracts';
import pg from 'pg';
import { freePort } from '../../embedded/processes/ports.ts';
import { importFile } from '../../testing/import-file.ts';
import { startProductOnSharedPostgres } from '../../testing/product.ts';
import { drawn, volume } from '../../testing/volume.ts';
import { endAll, family, killAll, lives, ready, type Started, startLauncher } from '../launcher.fixture.ts';
import { eventually, instance, signIn, type User } from '../people.fixture.ts';

const ROWS = volume({ some: 1_200, all: 20_000 });
const NUMBERED_FROM = 70_000_000;
/** One row is refused and one repeats another; all others are new. */
const counts = { created: ROWS - 2, existing: 0, repeated: 1, refused: 1 };
const lineOf = (n: number): string => {
  if (n === 7) return 'Sem Número;';
  return `Cliente ${n};55119${NUMBERED_FROM + (n === ROWS - 1 ? 0 : n)}`;
};
const file = (): string => ['Nome;Número', ...Array.from({ length: ROWS }, (_, n) => lineOf(n))].join('\r\n');

const show = async (by: User, id: string): Promise<ImportView> => (await by.call<ImportView>(`GET /imports/${id}`)).body;
/** Imports leave a busy machine to others, so they may take a while. */
const TIMEOUT_MS = 120_000;
/** Resolves when about 40 % of the rows have their result. */
const underWay = (by: User, id: string): Promise<ImportView> =>
  eventually(
    '40 % of the import',
    async () => {
      const view = await show(by, id);
      return view.done >= ROWS * 0.4 && view;
    },
    TIMEOUT_MS,
  );

/** The import has come to its end by itself: each row has one result, each number one contact, and the report says it of every line. */
const whole = async (url: string, by: User, id: string): Promise<void> => {
  const ended = await eventually(
    'the end of the import',
    async () => {
      const view = await show(by, id);
      return view.status === 'finished' && view;
    },
    TIMEOUT_MS,
  );
  expect(ended).toMatchObject({ rows: ROWS, done: ROWS, counts });
  const text = async (path: string): Promise<string[]> => {
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${by.token}` } });
    return (await answer.text()).trimEnd().split('\r\n').slice(1);
  };
  const results = (await text(`/imports/${id}/report`)).map((line) => [line.split(';')[0], line.split(';').at(-1)]);
  expect(results).toHaveLength(ROWS);
  const others = results.filter(([, result]) => result !== 'novo contato');
  expect(others).toEqual([
    ['9', 'não entra: sem número'],
    [String(ROWS + 1), 'repete a linha 2'],
  ]);
  const numbers = await eventually('all contacts in the export', async () => {
    const lines = await text('/contacts/exportAllContacts');
    const ours = lines.filter((line) => line.startsWith('Cliente ')).map((line) => line.split(';')[1]);
    return ours.length >= counts.created && ours;
  });
  expect([numbers.length, new Set(numbers).size]).toEqual([counts.created, counts.created]);
};

/** `kill -9` of the launcher and all that it started: the import goes on by itself after the next start. */
const killTheProduct = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-import-'));
  const started: Started[] = [];
  const PORT = String(await freePort());
  const url = `http://localhost:${PORT}`;
  const start = async (): Promise<Started> => {
    const one = startLauncher({ PORT, PROSA_DATA: folder });
    started.push(one);
    await ready(one);
    return one;
  };
  try {
    const first = await start();
    const before = await signIn(url, 'admin@prosa.demo');
    const { id } = await importFile(url, before.token, { name: 'feira.csv', bytes: file() });
    const { done } = await underWay(before, id);
    expect(done).toBeLessThan(ROWS);
    const all = [first.process.pid!, ...family(first.process.pid!)];
    killAll(all);
    await first.ended;
    await eventually('the end of all processes', () => !all.some(lives));

    await start();
    await whole(url, await signIn(url, 'admin@prosa.demo'), id);
  } finally {
    await endAll(started);
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Kills that one of two command services which runs the import: the other one goes on with it. */
const killItsService = async (): Promise<void> => {
  const product = await startProductOnSharedPostgres({ instances: 2 });
  try {
    const admin = await signIn(product.url, 'admin@prosa.demo');
    const { id } = await importFile(product.url, admin.token, { name: 'feira.csv', bytes: file() });
    await underWay(admin, id);
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ owner: string }>(`select owner from lease.lease where name = 'reactor:imports'`);
    await client.end();
    const runs = Number(rows[0]!.owner.split('/')[1]);
    const { name } = product.children.find((child) => child.pid() === runs)!;
    const other = instance(product, name === 'command-1' ? 'command-2' : 'command-1');
    product.kill(name);
    const { done, status } = await show(admin.through(other), id);
    expect([status, done < ROWS]).toEqual(['importing', true]);
    await whole(product.url, admin, id);
  } finally {
    await product.stop();
  }
};

const victims = { 'the whole product': killTheProduct, 'the command service that runs it': killItsService };

test.each(drawn('killed during an import', Object.keys(victims) as (keyof typeof victims)[]))(
  '%s is killed during an import, which goes on by itself and takes each row once',
  (victim) => victims[victim](),
  400_000,
);

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MOST_AGAIN, plan, runKeyQueues } from './run.ts';
import { type Jest, lanes } from './stages.ts';
import { summary } from './summary.ts';

const kinds = lanes.flatMap(({ projects }) => projects);
const config = {
  projects: kinds.map((kind) => ({ displayName: kind, testMatch: [`<rootDir>/*.${kind}.test.cjs`], transform: {} })),
  workerIdleMemoryLimit: '768MB',
};

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** A project of these test files, by name, with jest's configuration of the same kinds as the product's. */
const project = (files: Record<string, string>): Jest => {
  const root = mkdtempSync(join(tmpdir(), 'prosa-policy-'));
  roots.push(root);
  symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'jest.config.json'), JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, `${name}.test.cjs`), text);
  return { root, node: process.execPath, output: 'ignore' };
};
const run = async (files: Record<string, string>) => {
  const said: string[] = [];
  const jest = project(files);
  const ran = await runKeyQueues(jest, await plan(jest, lanes, []), (line) => said.push(line));
  return { ...ran, said };
};

const good = "test('holds', () => {});";
const broken = "test('is broken', () => { throw new Error('Broken'); });";
/** Fails in the first process that runs it: what it leaves behind is a file. */
const failsFirst = `
const { existsSync, writeFileSync } = require('node:fs');
const mark = __filename + '.ran';
const isFirst = !existsSync(mark);
writeFileSync(mark, '');
test('fails first', () => { if (isFirst) throw new Error('Late'); });
test('holds', () => {});`;
const breaksBefore = failsFirst.replace("test('fails first', () =>", 'beforeAll(() =>');

test('a test that is broken fails the run, in whichever lane; one that fails first only is flaky', async () => {
  const { verdict, times, said, reports } = await run({
    ...Object.fromEntries(kinds.map((kind) => [`broken.${kind}`, broken])),
    'good.unit': good,
    'late.int': failsFirst,
  });
  expect(verdict.failed.map(({ file, test, error }) => [file, test, error.split('\n')[0]]).sort()).toEqual(
    kinds.map((kind) => [`broken.${kind}.test.cjs`, 'is broken', 'Error: Broken']).sort(),
  );
  expect(verdict.flaky.map(({ file, test }) => [file, test])).toEqual([['late.int.test.cjs', 'fails first']]);
  expect(verdict).toMatchObject({ passed: 3, isTooFlaky: false });
  expect(times.map(({ lane, files }) => [lane, files])).toEqual([
    ['units and the app', 3],
    ['servers and browsers', 3],
    ['crashes', 1],
    ['once more, alone', 6],
  ]);
  expect(said.filter((line) => line.startsWith('\n')).map((line) => line.split(/[,:] /)[0])).toEqual(
    ['units and the app', 'servers and browsers', 'crashes', 'once more'].map((name) => `\n— ${name}`),
  );
  expect(summary(times, reports, verdict)).toContain('FLAKY late.int.test.cjs > fails first: Error: Late');
});

test('three flaky tests are let pass, as is a world that broke before all tests of a file', async () => {
  const { verdict } = await run({ 'one.unit': failsFirst, 'two.int': failsFirst, 'three.crash': breaksBefore });
  expect(verdict).toMatchObject({ passed: 5, failed: [], isTooFlaky: false });
  expect(verdict.flaky).toHaveLength(3);
});

test('four are too many', async () => {
  const { verdict } = await run({
    'one.unit': failsFirst,
    'two.pwa': failsFirst,
    'three.int': failsFirst,
    'four.crash': failsFirst,
  });
  expect(verdict).toMatchObject({ passed: 8, failed: [], isTooFlaky: true });
});

test('more failed files than chance explains are not run once more, and that is said', async () => {
  const many = Array.from({ length: MOST_AGAIN + 1 }, (_, nth) => [`many${nth}.unit`, failsFirst]);
  const { verdict, said } = await run(Object.fromEntries(many));
  expect(verdict).toMatchObject({ passed: MOST_AGAIN + 1, flaky: [] });
  expect(verdict.failed).toHaveLength(MOST_AGAIN + 1);
  expect(said.at(-1)).toBe(`\n— ${MOST_AGAIN + 1} files failed: they are not run once more, chance is not the cause.`);
});

test('a file that cannot be loaded fails, and a word that no file has in its path is refused', async () => {
  const jest = project({ 'gone.unit': "require('./nowhere.cjs');" });
  const { verdict } = await runKeyQueues(jest, await plan(jest, lanes, ['gone']), () => undefined);
  expect(verdict.failed).toMatchObject([{ file: 'gone.unit.test.cjs', error: expect.stringContaining('nowhere.cjs') }]);
  await expect(plan(jest, lanes, ['nothing'])).rejects.toThrow('No test file matches nothing.');
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appModules } from './app-modules.ts';

const folder = mkdtempSync(join(tmpdir(), 'prosa-app-'));
const app = join(folder, 'app');
mkdirSync(app);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text);
};
type Loaded = Record<string, unknown>;
const file = (globals: object = {}) => {
  const sourceMaps = new Map<string, string>();
  const load = appModules({ folder: app, cache: folder, globals, sourceMaps });
  return { load: (name: string): Loaded => load(join(app, name)) as Loaded, sourceMaps };
};

test('each test file has modules of its own, each of them once', () => {
  write({
    'count.ts': 'export let count: number = 0; export const add = (): number => (count += 1);',
    'one.ts': "export { add } from './count.ts';",
    'two.ts': "import { count } from './count.ts'; export const now = () => count;",
  });
  const first = file();
  (first.load('one.ts').add as () => void)();
  expect((first.load('two.ts').now as () => number)()).toBe(1);
  expect((file().load('two.ts').now as () => number)()).toBe(0);
});

test('components, texts, styles, files and the test’s globals are imported as by the build', async () => {
  write({
    'texts.pt.json': '{ "hello": "Olá" }',
    'part.tsx': "import styles from './part.module.css'; export const Part = () => <b className={styles.bold}>{1 as number}</b>;",
    'all.ts': `
      import { expect } from '@jest/globals';
      import url from './data.json?url';
      const texts = import.meta.glob('./*.pt.json', { eager: true, import: 'default' });
      export const part = import('./part.tsx');
      export { expect, texts, url };
      export const at = import.meta.filename;`,
  });
  const { expect: theirs, texts, url, part, at } = file({ expect: 'theirs' }).load('all.ts');
  expect({ theirs, texts, url, at }).toEqual({
    theirs: 'theirs',
    texts: { './texts.pt.json': { hello: 'Olá' } },
    url: 'asset',
    at: join(app, 'all.ts'),
  });
  const { Part } = (await part) as { Part: () => { props: object } };
  expect(Part().props).toEqual({ className: 'bold', children: 1 });
});

test('libraries are loaded once for all files, and a module’s source map is known', () => {
  write({ 'library.ts': "import { z } from 'zod';\nexport { z };" });
  const one = file();
  expect(one.load('library.ts').z).toBe(file().load('library.ts').z);
  expect([...one.sourceMaps.keys()]).toEqual([join(app, 'library.ts')]);
});

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expandGlobs } from './expand-globs.ts';

const folder = mkdtempSync(join(tmpdir(), 'globs-'));
for (const file of ['a/a.pt.json', 'a/a.screen.pt.json', 'a/a.feature.ts', 'b/b.pt.json', 'b/b.feature.ts']) {
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), '');
}
const expanded = (code: string): string =>
  expandGlobs(code.replace('GLOB', 'import.meta.glob'), join(folder, 'i18n', 'texts.ts'));
mkdirSync(join(folder, 'i18n'));

test('an eager glob becomes an object of the imported files, without the excluded ones; line numbers stay the same', () => {
  const code =
    "// first\nexport default all(\n  GLOB<Bundle>(['../*/*.pt.json', '!../*/*.screen.pt.json'], { eager: true, import: 'default' }),\n);";
  expect(expanded(code).split('\n')).toEqual([
    `import __globbed0 from "../a/a.pt.json" with { type: 'json' }; import __globbed1 from "../b/b.pt.json" with { type: 'json' }; // first`,
    'export default all(',
    '  ({ "../a/a.pt.json": __globbed0, "../b/b.pt.json": __globbed1 }),',
    ');',
  ]);
  expect(expanded("GLOB('../*/*.feature.ts', { eager: true, import: 'feature' })")).toBe(
    'import * as __globbed0 from "../a/a.feature.ts"; import * as __globbed1 from "../b/b.feature.ts"; ' +
      '({ "../a/a.feature.ts": __globbed0.feature, "../b/b.feature.ts": __globbed1.feature })',
  );
});

test('any other glob becomes functions that import the files', () => {
  expect(expanded("GLOB<Bundle>('../*/*.screen.*.json', { import: 'default' })")).toBe(
    `({ "../a/a.screen.pt.json": () => import("../a/a.screen.pt.json", { with: { type: 'json' } }).then((all) => all.default) })`,
  );
  expect(expanded("GLOB('../b/*.feature.ts')")).toBe('({ "../b/b.feature.ts": () => import("../b/b.feature.ts") })');
});

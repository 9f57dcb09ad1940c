/** @jest-environment node */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const src = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(src, file), 'utf8');
const components = globSync('**/*.tsx', { cwd: src }).map((file) => ({ file, code: read(file) }));

/** The classes that a module defines: not those of others, which stand in `:global()`. */
const defined = (file: string): Set<string> => {
  const selectors = read(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '');
  return new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name!));
};

/** Those that components take from it, by the name under which each imports it. */
const used = (file: string): Set<string> =>
  new Set(
    components.flatMap(({ file: component, code }) =>
      [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)]
        .filter(([, , path]) => join(dirname(component), path!) === file)
        .flatMap(([, name]) =>
          [...code.replace(/^import .*$/gm, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one!),
        ),
    ),
  );

const modules = globSync('**/*.module.css', { cwd: src });

test('there are modules', () => expect(modules.length).toBeGreaterThan(20));

test.each(modules)('%s has the classes that its components take, and no others', (file) => {
  expect([...used(file)].sort()).toEqual([...defined(file)].sort());
});

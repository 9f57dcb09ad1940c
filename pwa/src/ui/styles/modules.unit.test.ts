/** @jest-environment ../infra/testing/native/environment.ts */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GREY } from '@prosa/contracts';

const src = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(src, file), 'utf8');
const components = globSync('**/*.{ts,tsx}', { cwd: src }).map((file) => ({ file, code: read(file) }));

const COMPOSES = /composes: (\w+) from "([^"]+)";/g;

/** The classes that a module defines, without foreign ones in `:global()` and those that it composes. */
const defined = (file: string): Set<string> => {
  const selectors = read(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(COMPOSES, '');
  return new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name!));
};

/** The classes that components use from it, by the name under which each imports it. */
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

/** The classes that other modules compose of it. */
const composed = (file: string): Set<string> =>
  new Set(
    modules.flatMap((other) =>
      [...read(other).matchAll(COMPOSES)].filter(([, , path]) => join(dirname(other), path!) === file).map(([, name]) => name!),
    ),
  );

test('there are modules', () => expect(modules.length).toBeGreaterThan(20));

test.each(modules)('%s defines exactly the classes that its components use and other modules compose', (file) => {
  expect([...new Set([...used(file), ...composed(file)])].sort()).toEqual([...defined(file)].sort());
});

test('what is in no queue is of the specified grey, in both themes', () => {
  const greys = read('ui/styles/tokens.css').matchAll(/--neutral-dot: (\S+);/g);
  expect([...greys].map(([, grey]) => grey?.toUpperCase())).toEqual([GREY]);
});

import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import swc from '@swc/jest';

const GLOB = /import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')\s*(?:,\s*(\{[^}]*\}))?\s*,?\s*\)/g;

/**
 * What vite does to `import.meta.glob` at a build, for the tests: the call becomes an object of the files that match, imported at once
 * (`eager`) or by a function each. Knows patterns relative to the file, `!` for what they leave out, and the options `eager` and `import`.
 */
export const expandGlobs = (source: string, file: string): string => {
  const imports: string[] = [];
  const expanded = source.replace(GLOB, (_, patterns: string, options: string = '') => {
    const written = [...patterns.matchAll(/'([^']*)'/g)].map(([, pattern]) => pattern!);
    const matching = (pattern: string) => globSync(pattern, { cwd: dirname(file) });
    const leftOut = new Set(
      written.filter((pattern) => pattern.startsWith('!')).flatMap((pattern) => matching(pattern.slice(1))),
    );
    const found = written
      .filter((pattern) => !pattern.startsWith('!'))
      .flatMap(matching)
      .filter((path) => !leftOut.has(path));
    const name = /import:\s*'(\w+)'/.exec(options)?.[1];
    const entries = found.sort().map((path) => {
      const from = JSON.stringify(path.startsWith('.') ? path : `./${path}`);
      const isJson = path.endsWith('.json');
      if (!/eager:\s*true/.test(options)) {
        const loaded = `import(${from}${isJson ? ", { with: { type: 'json' } }" : ''})`;
        return `${from}: () => ${name ? `${loaded}.then((all) => all.${name})` : loaded}`;
      }
      const as = `__globbed${imports.length}`;
      imports.push(`import ${name === 'default' ? as : `* as ${as}`} from ${from}${isJson ? " with { type: 'json' }" : ''};`);
      return `${from}: ${name && name !== 'default' ? `${as}.${name}` : as}`;
    });
    return `({ ${entries.join(', ')} })`;
  });
  return imports.length === 0 ? expanded : `${imports.join(' ')} ${expanded}`; // one line, so that all others keep their number
};

type Swc = Required<ReturnType<typeof swc.createTransformer>>;

/** Swc's transform, after that. */
const createTransformer = (options: Parameters<typeof swc.createTransformer>[0]): Swc => {
  const inner = swc.createTransformer(options) as Swc;
  const before = (source: string, file: string) => (source.includes('import.meta.glob') ? expandGlobs(source, file) : source);
  return {
    ...inner,
    process: (source, file, about) => inner.process(before(source, file), file, about),
    processAsync: (source, file, about) => inner.processAsync(before(source, file), file, about),
    // A file that matches now and did not before changes what the code becomes.
    getCacheKey: (source, file, about) => inner.getCacheKey(before(source, file), file, about),
  };
};
export default { createTransformer };

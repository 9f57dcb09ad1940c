import { globSync } from 'node:fs';
import { dirname } from 'node:path';

const GLOB = /import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')\s*(?:,\s*(\{[^}]*\}))?\s*,?\s*\)/g;

/**
 * Does for the tests what vite does to `import.meta.glob` at build time: the call becomes an object of the matching files, imported at once
 * (`eager`) or each by a function. Supports patterns relative to the file, `!` for exclusions, and the options `eager` and `import`.
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
  return imports.length === 0 ? expanded : `${imports.join(' ')} ${expanded}`; // on one line, so that all other lines keep their numbers
};

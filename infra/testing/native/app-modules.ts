import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { type Options, transformSync } from '@swc/core';
import { resolveForApp } from '../../../pwa/src/testing/resolve.ts';
import asset from './asset.ts';
import cssModule from './css-module.ts';
import { expandGlobs } from './expand-globs.ts';

type Exports = Record<string, unknown>;
type Meta = { url: string; filename: string; dirname: string };
type Compiled = { run: (exports: Exports, imported: (specifier: string) => unknown, meta: Meta) => void; map: string };

const load = createRequire(import.meta.url);
const icons = fileURLToPath(new URL('./blueprint-icons.cjs', import.meta.url));

const options: Options = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2024',
  },
  module: { type: 'commonjs' },
  sourceMaps: true,
  swcrc: false,
  configFile: false,
};
const version = JSON.stringify([options, load('@swc/core/package.json').version]);
const PARAMETERS = ['exports', 'require', '__meta'];

/** A module's code, and the file with its source map; both are stored for other workers and later runs. */
const transformed = (path: string, cache: string): { code: string; map: string } => {
  const source = expandGlobs(readFileSync(path, 'utf8'), path);
  const key = createHash('sha1').update([version, path, source].join('\0')).digest('hex');
  const [code, map] = [join(cache, `${key}.js`), join(cache, `${key}.map`)];
  if (!existsSync(code)) {
    const made = transformSync(source.replaceAll('import.meta', '__meta'), { ...options, filename: path });
    mkdirSync(cache, { recursive: true });
    store(map, made.map ?? '');
    store(code, made.code);
  }
  return { code: readFileSync(code, 'utf8'), map };
};
/** Another worker never reads half a file. */
const store = (path: string, text: string): void => {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
};

/** By path: compiled once per worker. */
const compiled = new Map<string, Compiled>();
const compile = (path: string, cache: string): Compiled => {
  const known = compiled.get(path);
  if (known) return known;
  const { code, map } = transformed(path, cache);
  const made: Compiled = { run: compileFunction(code, PARAMETERS, { filename: path }) as Compiled['run'], map };
  compiled.set(path, made);
  return made;
};

/** Libraries that keep a page's document or a file's hooks: each file has its own. */
const isOfFile = (path: string): boolean => path.includes(`${sep}@testing-library${sep}`);

/** By path: what the modules export that are loaded once per worker. */
const shared = new Map<string, Exports>();
/** A library's exports as the build's imports see them: the default of a CommonJS module is `module.exports` unless it was an ES module. */
const library = (path: string): Exports => {
  const known = shared.get(path);
  if (known) return known;
  const exports = load(path);
  const isModule = exports[Symbol.toStringTag] === 'Module';
  const seen: Exports =
    !isModule && exports.__esModule ? exports : { ...(!isModule && { default: exports }), ...exports, __esModule: true };
  if (!isOfFile(path)) shared.set(path, seen);
  return seen;
};

/** By specifier. */
const paths = new Map<string, string>();
const pathOf = (specifier: string): string => {
  const known = paths.get(specifier);
  if (known) return known;
  const path = found(specifier);
  paths.set(specifier, path);
  return path;
};
const found = (specifier: string): string => {
  if (specifier === '@blueprintjs/icons') return icons;
  if (isBuiltin(specifier)) return specifier;
  // The CommonJS builds of these require each other, so that all of them are those of a file.
  if (specifier.startsWith('@testing-library/')) return load.resolve(specifier);
  return fileURLToPath(resolveForApp(specifier));
};

/**
 * Returns a function that evaluates a module of the app, and what it imports, for one test file, as jest would but without a realm of its
 * own. `folder` is the app's; what is outside of it, or in `node_modules`, is a library, which Node loads once. `sourceMaps` receives the file
 * with each module's source map.
 */
export const appModules = ({
  folder,
  cache,
  globals,
  sourceMaps,
}: {
  folder: string;
  cache: string;
  globals: object;
  sourceMaps: Map<string, string>;
}): ((path: string) => unknown) => {
  for (const path of Object.keys(load.cache)) if (isOfFile(path)) delete load.cache[path];
  const modules = new Map<string, Exports>();
  const isOwn = (path: string) => path.startsWith(folder + sep) && !path.includes(`${sep}node_modules${sep}`);

  const evaluated = (path: string): unknown => {
    const known = modules.get(path);
    if (known) return known;
    if (extname(path) === '.json') return JSON.parse(readFileSync(path, 'utf8'));
    const exports: Exports = {};
    modules.set(path, exports);
    const { run, map } = compile(path, join(cache, 'native'));
    sourceMaps.set(path, map);
    const meta = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
    run(exports, (specifier) => imported(specifier, path), meta);
    return exports;
  };
  const imported = (specifier: string, from: string): unknown => {
    if (specifier === '@jest/globals') return { ...globals, __esModule: true };
    if (specifier.endsWith('.module.css')) return { default: cssModule, __esModule: true };
    if (/\.(css|svg|png|woff2)$|\?/.test(specifier)) return { default: asset, __esModule: true };
    if (!specifier.startsWith('.')) return library(pathOf(specifier));
    const path = resolve(dirname(from), specifier);
    return isOwn(path) ? evaluated(path) : library(path);
  };
  return evaluated;
};

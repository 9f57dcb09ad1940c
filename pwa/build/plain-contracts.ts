import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contracts from '@prosa/contracts';
import type { Plugin } from 'vite';

const FACE = '@prosa/contracts';
/** Prefixes of modules: the data of a file of the contracts, and the code of one that needs no schema. */
const DATA = 'contracts-data:';
const CODE = 'contracts-code:';
/** Parts of a record's definition that only servers use. */
const FOR_SERVERS = new Set([
  'events',
  'conversation',
  'recordEvents',
  'errors',
  'permissions',
  'pushes',
  'place',
  'version',
  'reach',
]);
const folder = dirname(fileURLToPath(import.meta.resolve('@prosa/contracts')));

/** Names of all features at once: a page loads what it shows. */
const EVERYTHING = new Set(['routes', 'allRoutes', 'plainRecords', 'conversationEvents']);

/** A call, as far as the browser needs it. */
type RouteLike = { call: string; may: string; query?: { shape: Record<string, unknown> } };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isSchema = (value: unknown): value is { options?: unknown } =>
  typeof value === 'object' && value !== null && '_zod' in value;
/** The words of an enum; null of any other schema. */
const wordsOf = ({ options }: { options?: unknown }): string[] | null =>
  Array.isArray(options) && options.every((one) => typeof one === 'string') ? options : null;
const isRoute = (value: Record<string, unknown>): value is RouteLike =>
  typeof value.call === 'string' && typeof value.may === 'string';
const someIn = (value: unknown, test: (part: unknown) => boolean): boolean =>
  test(value) ||
  (!isSchema(value) && (Array.isArray(value) || isRecord(value)) && Object.values(value).some((part) => someIn(part, test)));

/** Whether a value can be written down without its schemas: it holds some, or no code. */
const isData = (value: unknown): boolean => {
  if (typeof value === 'function') return false;
  if (isSchema(value)) return wordsOf(value) !== null;
  const isCode = (part: unknown): boolean =>
    typeof part === 'function' || (typeof part === 'object' && part !== null && !Array.isArray(part) && !isRecord(part));
  return someIn(value, isSchema) || !someIn(value, isCode);
};

/** The source of a value, without schemas and functions; `known` names the objects that are exports themselves. */
const sourceOf = (value: unknown, known: (object: object) => string | undefined): string | undefined => {
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const name = known(value);
  if (name !== undefined) return name;
  if (isSchema(value)) {
    const options = wordsOf(value);
    return options ? `{ options: ${JSON.stringify(options)} }` : undefined;
  }
  if (Array.isArray(value)) return `[${value.map((part) => sourceOf(part, known) ?? 'undefined').join()}]`;
  if (isRecord(value) && isRoute(value)) {
    const waits = value.query?.shape.after ? ', query: { shape: { after: true } }' : '';
    return `{ call: ${JSON.stringify(value.call)}, may: ${JSON.stringify(value.may)}${waits} }`;
  }
  const parts = Object.entries(value).flatMap(([key, part]) => {
    if (FOR_SERVERS.has(key)) return [];
    const source = sourceOf(part, known);
    return source === undefined ? [] : [`${JSON.stringify(key)}: ${source}`];
  });
  return `{${parts.join()}}`;
};

/** JavaScript of a file of the contracts, and what it imports. */
const codeOf = (file: string) => {
  const code = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'transform' });
  return { code, imports: [...code.matchAll(/^(?:import|export)\b[^;]*?\bfrom\s+'([^']+)'/gm)].map(([, from]) => from!) };
};

/** Whether a file, or one that it imports, needs zod. */
const needsSchemas = (file: string, seen = new Set<string>()): boolean => {
  if (seen.has(file)) return false;
  seen.add(file);
  return codeOf(file).imports.some(
    (from) => from === 'zod' || (from.startsWith('.') && needsSchemas(resolve(dirname(file), from), seen)),
  );
};

/** The face's exports by the file that has them. */
const filesOfFace = async (): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  const { code } = codeOf(join(folder, 'index.ts'));
  for (const [, names, from] of code.matchAll(/^export\s+(\*|\{[^}]*\})\s+from\s+'([^']+)'/gm)) {
    const file = resolve(folder, from!);
    const exported = names === '*' ? Object.keys((await import(file)) as object) : names!.slice(1, -1).split(',');
    for (const name of exported) files.set(name.trim(), file);
  }
  return files;
};

/** Modules by id, and the id of the module that has a name of the face. */
type Face = { modules: Map<string, string>; homes: Map<string, string> };

/** Data of the contracts, written down, a module for each of their files; functions from their own files, where these need no schema. */
const faceOf = async (): Promise<Face> => {
  const files = await filesOfFace();
  const all = Object.entries(contracts as Record<string, unknown>);
  const data = new Map(all.filter(([name, value]) => !EVERYTHING.has(name) && isData(value)));
  const names = new Map(
    [...data].flatMap(([name, value]) => (typeof value === 'object' && value !== null ? [[value as object, name]] : [])),
  );
  const homes = new Map<string, string>();
  for (const [name, value] of all) {
    const file = files.get(name);
    if (!file || EVERYTHING.has(name)) continue;
    if (data.has(name)) homes.set(name, dataOf(file));
    else if (!isSchema(value) && !codeOf(file).imports.includes('zod')) homes.set(name, CODE + file);
  }
  /** Lines of each module: imports, then constants, each before what refers to it. */
  const lines = new Map<string, Set<string>>();
  const linesOf = (id: string): Set<string> => {
    const known = lines.get(id) ?? new Set();
    lines.set(id, known);
    return known;
  };
  const written = new Set<string>();
  const write = (name: string): void => {
    if (written.has(name)) return;
    written.add(name);
    const own = data.get(name);
    const home = homes.get(name)!;
    const source = sourceOf(own, (object) => {
      const other = names.get(object);
      if (object === own || other === undefined) return undefined;
      write(other);
      if (homes.get(other) !== home) linesOf(home).add(importOf(other, homes.get(other)!));
      return other;
    });
    linesOf(home).add(`export const ${name} = ${source};`);
  };
  for (const name of data.keys()) write(name);
  return { modules: new Map([...lines].map(([id, all]) => [id, [...all].join('\n')])), homes };
};

const dataOf = (file: string): string => DATA + relative(folder, file);
const importOf = (name: string, from: string): string => `import { ${name} } from '${from}';`;

/** Imports and exports of names of the face, in TypeScript. */
const OF_FACE = /^(import|export)\s+\{([^}]*)\}\s+from\s+'@prosa\/contracts';/gm;

/** Has each name come from its own module, so that a page loads the contracts of what it shows. */
const byHome = (code: string, homes: Face['homes']): string =>
  code.replace(OF_FACE, (_, keyword: string, specifiers: string) =>
    specifiers
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !one.startsWith('type '))
      .map((one) => {
        const home = homes.get(one.split(/\s/)[0]!);
        if (home === undefined) throw new Error(`The app cannot import ${one} from ${FACE}.`);
        return `${keyword} { ${one} } from '${home}';`;
      })
      .join(' '),
  );

/**
 * The app imports from `@prosa/contracts` its routes (method, path, permission), limits, records and small functions, without a
 * single schema: all of zod and of the schemas, 52 kB (decision 36), would have to come before the first screen. Forms, which check
 * with them, import `@prosa/contracts/schemas`. A schema that is imported from the former is missing there, so the build fails.
 */
export const plainContracts = (): Plugin => {
  let written: ReturnType<typeof faceOf> | undefined;
  const once = () => {
    written ??= faceOf();
    return written;
  };
  return {
    buildStart: () => {
      written = undefined;
    },
    name: 'plain-contracts',
    enforce: 'pre',
    apply: 'build',
    resolveId(id, importer) {
      if (id.startsWith(DATA) || id.startsWith(CODE)) return { id, moduleSideEffects: false };
      if (!importer?.startsWith(CODE)) return null;
      const from = importer.slice(CODE.length);
      if (!id.startsWith('.')) return this.resolve(id, from);
      const file = resolve(dirname(from), id);
      return { id: needsSchemas(file) ? dataOf(file) : CODE + file, moduleSideEffects: false };
    },
    load: async (id) => {
      if (id.startsWith(DATA)) return { code: (await once()).modules.get(id) ?? '', moduleType: 'js' };
      return id.startsWith(CODE) ? { code: codeOf(id.slice(CODE.length)).code, moduleType: 'js' } : null;
    },
    transform: async (code, id) =>
      code.includes(`'${FACE}'`) && !/node_modules|^contracts-/.test(id) ? byHome(code, (await once()).homes) : null,
  };
};

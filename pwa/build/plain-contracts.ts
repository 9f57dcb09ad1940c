import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as contracts from '@prosa/contracts';
import type { Plugin } from 'vite';

const FACE = '\0plain-contracts';
const ROUTES = '\0plain-contracts-routes';
const CODE = '\0plain-contracts:';
/** Parts of a record's definition that only servers use. */
const FOR_SERVERS = new Set(['events', 'recordEvents', 'errors', 'permissions', 'pushes', 'place', 'version', 'reach']);
const folder = dirname(fileURLToPath(import.meta.resolve('@prosa/contracts')));

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

/** Data of the contracts, written down; functions from their own files, where these need no schema. */
const faceOf = async (): Promise<{ face: string; routes: string }> => {
  const files = await filesOfFace();
  const all = Object.entries(contracts as Record<string, unknown>);
  const data = new Map(all.filter(([, value]) => isData(value)));
  const names = new Map(
    [...data].flatMap(([name, value]) => (typeof value === 'object' && value !== null ? [[value as object, name]] : [])),
  );
  const written = new Map<string, string>();
  const write = (name: string): void => {
    if (written.has(name)) return;
    const own = data.get(name);
    const source = sourceOf(own, (object) => {
      const other = names.get(object);
      if (object === own || other === undefined) return undefined;
      write(other); // before what refers to it
      return other;
    });
    written.set(name, `export const ${name} = ${source};`);
  };
  // As a module, so that the features whose calls nobody makes by it are left out.
  const tables = Object.entries(contracts.routes).map(([feature, table]) => {
    const name = names.get(table);
    if (name) return `export { ${name} as ${feature} } from ${JSON.stringify(FACE)};`;
    return `export const ${feature} = ${sourceOf(table, () => undefined)};`;
  });
  data.delete('routes');
  for (const name of data.keys()) write(name);
  const code = all.flatMap(([name, value]) => {
    const file = files.get(name);
    if (data.has(name) || name === 'routes' || isSchema(value) || !file || codeOf(file).imports.includes('zod')) return [];
    return [`export { ${name} } from ${JSON.stringify(CODE + file)};`];
  });
  const face = [...written.values(), `export * as routes from ${JSON.stringify(ROUTES)};`, ...code];
  return { face: face.join('\n'), routes: tables.join('\n') };
};

/**
 * What the app imports from `@prosa/contracts` are its routes (method, path, permission), limits, records and small functions, without a
 * single schema: all of zod and of the schemas would have to come before the first screen. Forms, which check with them, import
 * `@prosa/contracts/schemas`. A schema that is imported from the former is missing there, so the build fails.
 */
export const plainContracts = (): Plugin => {
  let written: ReturnType<typeof faceOf> | undefined;
  /** Of one build: the face and its routes are written together. */
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
    async resolveId(id, importer) {
      if (id === '@prosa/contracts') return { id: FACE, moduleSideEffects: false };
      if (id === FACE || id === ROUTES || id.startsWith(CODE)) return { id, moduleSideEffects: false };
      if (!importer?.startsWith(CODE)) return null;
      const from = importer.slice(CODE.length);
      if (!id.startsWith('.')) return this.resolve(id, from);
      const file = resolve(dirname(from), id);
      return { id: needsSchemas(file) ? FACE : CODE + file, moduleSideEffects: false };
    },
    load: async (id) => {
      if (id === FACE) return { code: (await once()).face, moduleType: 'js' };
      if (id === ROUTES) return { code: (await once()).routes, moduleType: 'js' };
      return id.startsWith(CODE) ? { code: codeOf(id.slice(CODE.length)).code, moduleType: 'js' } : null;
    },
  };
};

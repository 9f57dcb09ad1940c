import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';

const bring = createRequire(import.meta.url);
const GLOBALS = Symbol.for('prosa.jest-globals');
const SCHEME = 'jest-globals:';
let files = 0;

// Each test file has its own `@jest/globals`, which Node's loader would not find.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: `${SCHEME}${files}`, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) => {
    if (!url.startsWith(SCHEME)) return next(url, context);
    const names = Object.keys(globalThis[GLOBALS]);
    const source = `export const { ${names.join(', ')} } = globalThis[Symbol.for('${GLOBALS.description}')];`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** How many times each test file was loaded. */
const loaded = new Map();
/** Makes Node load a test file, again each time, because evaluating it registers its tests. */
const load = (path) => {
  const times = loaded.get(path) ?? 0;
  loaded.set(path, times + 1);
  return import(`${pathToFileURL(path).href}${times === 0 ? '' : `?${times}`}`);
};

/**
 * Runs a test file with jest-circus in the worker's own realm: Node itself loads the file and its imports, as it does in the product, and
 * each module is loaded once for all files of a worker. Requires NativeEnvironment. With jest's module registry each file would load the
 * services and all their libraries again.
 */
export default async (globalConfig, config, environment, runtime, testPath, send) => {
  files += 1;
  const native = Object.assign(Object.create(runtime), {
    // A fresh copy of circus, because it stores a file's tests in its module.
    requireInternalModule: (path) => {
      delete bring.cache[path];
      return bring(path);
    },
    requireModule: bring,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => {
      globalThis[GLOBALS] = runtime.requireModuleOrMock(testPath, '@jest/globals');
      return load(path);
    },
  });
  const result = await circus.default(globalConfig, config, environment, native, testPath, send);
  // For the other workers, and the processes that tests start: a worker that jest ends by a signal would store nothing.
  flushCompileCache();
  return result;
};

import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { runNatively } from './run.mjs';

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
const load = (path, globals) => {
  files += 1;
  globalThis[GLOBALS] = globals;
  const times = loaded.get(path) ?? 0;
  loaded.set(path, times + 1);
  return import(`${pathToFileURL(path).href}${times === 0 ? '' : `?${times}`}`);
};

/**
 * Node itself loads a test file and its imports, as it does in the product, and each module is loaded once for all files of a worker. With
 * jest's module registry each file would load the services and all their libraries again.
 */
export default (...run) => runNatively(load, ...run);

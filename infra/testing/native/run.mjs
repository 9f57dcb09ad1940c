import { createRequire, flushCompileCache } from 'node:module';
import circus from 'jest-circus/runner';

const bring = createRequire(import.meta.url);

/**
 * Runs a test file with jest-circus in the worker's own realm; `load` evaluates the file, with its own `@jest/globals`. Requires
 * NativeEnvironment.
 */
export const runNatively = async (load, globalConfig, config, environment, runtime, testPath, send) => {
  const native = Object.assign(Object.create(runtime), {
    // A fresh copy of circus, because it stores a file's tests in its module.
    requireInternalModule: (path) => {
      delete bring.cache[path];
      return bring(path);
    },
    requireModule: bring,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => load(path, runtime.requireModuleOrMock(testPath, '@jest/globals')),
  });
  const result = await circus.default(globalConfig, config, environment, native, testPath, send);
  // For the other workers, and the processes that tests start: a worker that jest ends by a signal would store nothing.
  flushCompileCache();
  return result;
};

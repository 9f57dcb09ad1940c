import { join } from 'node:path';
import { appModules } from './app-modules.ts';
import { runNatively } from './run.mjs';

/** Runs a test file of the PWA: the app's modules are evaluated anew for each file, libraries and contracts once for all of a worker. */
export default (globalConfig, config, environment, runtime, ...run) => {
  const load = async (path, globals) => {
    // Testing Library looks for jest's fake timers there.
    globalThis.jest = globals.jest;
    const load = appModules({
      folder: config.rootDir,
      cache: config.cacheDirectory,
      globals,
      sourceMaps: runtime.getSourceMaps(),
    });
    load(join(config.rootDir, 'src/testing/renders.ts')); // before React
    load(path);
  };
  return runNatively(load, globalConfig, config, environment, runtime, ...run);
};

/**
 * There are four kinds of tests, distinguished by file name: `.unit` starts no server, `.int` runs one service or server on real ones,
 * `.e2e` runs the whole product, `.crash` kills or stops processes, or loses what Postgres answers, of either. The PWA's are unit tests that
 * need a DOM. Real servers are started once for all files that need them.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { lean } from './infra/embedded/processes/lean.mjs';

// The compile cache of the programs, for jest, its workers and the processes that tests start: all of them run the same code, whose types
// would be stripped again in each.
process.env.NODE_COMPILE_CACHE ??= lean.env.NODE_COMPILE_CACHE;
enableCompileCache(process.env.NODE_COMPILE_CACHE);

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Of the tests' environments and setup; the tests themselves are loaded by their runners. */
const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2024', experimental: { keepImportAttributes: true } },
      module: { type: 'es6' },
    },
  ],
};
const project = (displayName, testMatch, more = {}) => ({
  displayName,
  transform,
  // Not in TMPDIR: a run of `npm test` has one of its own, and deletes it.
  cacheDirectory: here('.cache/jest'),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  ...more,
});
/** Tests of what runs on Node: Node loads them, and their modules once per worker. */
const onNode = {
  testEnvironment: here('infra/testing/native/environment.ts'),
  testRunner: here('infra/testing/native/runner.mjs'),
};
const onServers = {
  ...onNode,
  globalSetup: here('infra/testing/global-setup.ts'),
  globalTeardown: here('infra/testing/global-teardown.ts'),
};

export default {
  projects: [
    project('e2e', ['infra/**/*.e2e.test.ts'], onServers),
    project('int', ['**/*.int.test.ts'], onServers),
    project('crash', ['**/*.crash.test.ts'], onServers),
    project('unit', ['{contracts,command-service,projection-service,channel-gateway,infra}/**/*.unit.test.ts'], onNode),
    project('pwa', ['src/**/*.unit.test.{ts,tsx}'], {
      rootDir: 'pwa',
      testEnvironment: here('infra/testing/native/dom.environment.ts'),
      testRunner: here('infra/testing/native/app.runner.mjs'),
    }),
  ],
  testSequencer: './infra/testing/sequencer.mjs',
  testTimeout: 120_000,
  // One more than the number of cores of the smallest machine: many tests wait for servers to stop and restart.
  maxWorkers: 3,
  // What files leave behind stays in their worker's memory: one that has run many would spend more time on garbage collection than on tests.
  workerIdleMemoryLimit: '768MB',
};

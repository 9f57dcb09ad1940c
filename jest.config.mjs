/**
 * Tests of three kinds, told by their names: `.unit` boots nothing, `.int` one service or server on real ones, `.e2e` the whole product. The
 * PWA's are units that need a DOM. Real servers are started once for all files that need any.
 */
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const transform = {
  '^.+\\.tsx?$': [
    here('infra/testing/jest-transform.ts'),
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2024',
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    },
  ],
};
const project = (displayName, testMatch, more = {}) => ({
  displayName,
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '\\.module\\.css$': here('infra/testing/css-module.ts'),
    '\\.(css|svg|png|woff2)$': here('infra/testing/asset.ts'),
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  testEnvironment: 'node',
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  ...more,
});
const onServers = {
  globalSetup: here('infra/testing/global-setup.ts'),
  globalTeardown: here('infra/testing/global-teardown.ts'),
};

export default {
  projects: [
    project('e2e', ['infra/**/*.e2e.test.ts'], onServers),
    project('int', ['**/*.int.test.ts'], onServers),
    project('unit', ['{contracts,command-service,projection-service,channel-gateway,infra}/**/*.unit.test.ts']),
    project('pwa', ['src/**/*.unit.test.{ts,tsx}'], {
      rootDir: 'pwa',
      testEnvironment: 'jsdom',
      setupFiles: ['<rootDir>/src/testing/setup.ts'],
    }),
  ],
  testSequencer: './infra/testing/sequencer.mjs',
  testTimeout: 60_000,
  // One more than the cores of the smallest machine: a good part of the tests waits for servers to die and come back.
  maxWorkers: 3,
  // A file's modules stay in its worker's memory, some 40 MB of them: one that keeps many collects garbage more than it tests, and ends for want of memory.
  workerIdleMemoryLimit: '768MB',
};

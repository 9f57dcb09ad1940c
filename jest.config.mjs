/** One project a workspace; the PWA's components need a DOM. Real servers are started once for all files. */
const transform = {
  '^.+\\.tsx?$': [
    '<rootDir>/../infra/testing/jest-transform.ts',
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
const common = {
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '\\.(css|svg|png|woff2)$': '<rootDir>/../infra/testing/asset.ts' },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};
const node = (name) => ({
  ...common,
  displayName: name,
  rootDir: name,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.test.ts'],
});

export default {
  projects: [
    ...['contracts', 'command-service', 'projection-service', 'channel-gateway', 'infra'].map(node),
    {
      ...common,
      displayName: 'pwa',
      rootDir: 'pwa',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
      setupFiles: ['<rootDir>/src/testing/setup.ts'],
    },
  ],
  testSequencer: './infra/testing/sequencer.mjs',
  globalSetup: './infra/testing/global-setup.ts',
  globalTeardown: './infra/testing/global-teardown.ts',
  testTimeout: 60_000,
  // One more than the cores of the smallest machine: a good part of the tests waits for servers to die and come back.
  maxWorkers: 3,
};

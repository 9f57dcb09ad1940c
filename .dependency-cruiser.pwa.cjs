/**
 * The folders of the PWA form layers: none imports, directly or indirectly, a folder that imports it. Tests start the whole app from
 * anywhere, so they are excluded, and so this is a run of its own.
 */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles-in-pwa',
      severity: 'error',
      scope: 'folder',
      from: { path: '^pwa/src/' },
      to: { circular: true },
    },
    // That rule counts a folder as part of its parent. The parent's files combine its folders, so those must not import them.
    ...['pwa/src/[^/]+', 'pwa/src/[^/]+/[^/]+'].map((parent) => ({
      name: 'no-import-from-above-in-pwa',
      severity: 'error',
      from: { path: `^(${parent})/.+/` },
      to: { path: '^$1/[^/]+$' },
    })),
    {
      name: 'nobody-imports-the-app',
      severity: 'error',
      from: { path: '^pwa/src/(?!app/)' },
      to: { path: '^pwa/src/app/' },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.(test|fixture)\\.tsx?$', '^pwa/src/testing/'] } },
};

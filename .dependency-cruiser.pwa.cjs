/**
 * The folders of the PWA form layers: none imports, by whatever way, one that imports it. Tests start the whole app from anywhere, so they are
 * left out, and so this is a run of its own.
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
    // To that rule a folder is part of the one around it, whose own files put together what lies inside: they are not imported from there.
    {
      name: 'no-import-from-above-in-pwa',
      severity: 'error',
      from: { path: '^(pwa/src/[^/]+)/.+/' },
      to: { path: '^$1/[^/]+$' },
    },
    {
      name: 'nobody-imports-the-app',
      severity: 'error',
      from: { path: '^pwa/src/(?!app/)' },
      to: { path: '^pwa/src/app/' },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.(test|fixture)\\.tsx?$', '^pwa/src/testing/'] } },
};

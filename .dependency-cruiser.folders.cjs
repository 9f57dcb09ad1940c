/**
 * No import cycles between folders: code that two folders need belongs to the folder that owns it, or to one below both. The rule covers
 * production code only, because tests and stories may import whatever they need; so it is a run of its own.
 */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(contracts|command-service|projection-service|channel-gateway|infra)/' },
      to: { circular: true },
    },
    // That rule counts a folder as part of its parent, which may import it. So a folder must not import files of its parent or grandparent.
    ...[1, 2].map((levels) => ({
      name: `no-import-from-${levels}-above`,
      severity: 'error',
      from: {
        path: `^(.+)${'/[^/]+'.repeat(levels)}/[^/]+$`,
        // A port lies above its implementations, and no file beside it imports those: they are listed in the gateway's providers.ts.
        pathNot: '^channel-gateway/src/channels/[^/]+/',
      },
      to: { path: '^$1/[^/]+$' },
    })),
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.(test|spec|fixture|story)\\.tsx?$', '/testing/'] } },
};

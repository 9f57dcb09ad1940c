/**
 * No circles of folders: what two of them need lies in the one that owns it, or in one below both. Of what runs alone, as a test or a story
 * may look at whatever it needs; and so this is a run of its own.
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
    // That rule takes a folder for a part of the one that it lies in, which may import it. So it imports nothing that lies there, nor higher.
    ...[1, 2].map((levels) => ({
      name: `no-import-from-${levels}-above`,
      severity: 'error',
      from: {
        path: `^(.+)${'/[^/]+'.repeat(levels)}/[^/]+$`,
        // A port lies over all that are made for it, and nothing beside it imports those: they are listed in providers.ts of the gateway.
        pathNot: '^channel-gateway/src/channels/[^/]+/',
      },
      to: { path: '^$1/[^/]+$' },
    })),
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.(test|spec|fixture|story)\\.tsx?$', '/testing/'] } },
};

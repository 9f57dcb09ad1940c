import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressed } from './build/compressed.ts';
import { ENTRIES, filesAhead, SIGN_IN } from './build/files-ahead.ts';
import { iconKeys } from './build/icon-keys.ts';
import { lamejsNotice } from './build/lamejs-notice.ts';
import { plainContracts } from './build/plain-contracts.ts';
import { verifierPage } from './build/verifier-page.ts';

/** The running Prosa that answers the calls while `vite` serves the screens. */
const backend = process.env.PROSA_URL ?? 'http://127.0.0.1:8080';
const proxied = { target: backend, changeOrigin: true };

/** Whether a file is one of those that `wanted` names, or one that they import statically. */
const isNeededBy = (wanted: (id: string) => boolean) => {
  const among = (id: string, graph: Rolldown.ChunkingContext, seen: Set<string>): boolean => {
    if (wanted(id)) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return graph.getModuleInfo(id)?.importers.some((importer) => among(importer, graph, seen)) ?? false;
  };
  return (id: string, graph: Rolldown.ChunkingContext): boolean => among(id, graph, new Set());
};
const isOfPublicPages = isNeededBy((id) => id.endsWith('/src/app/main.tsx'));
const isOfSignIn = isNeededBy((id) => id.endsWith(`/${SIGN_IN}`));
const isOfInside = isNeededBy((id) => ENTRIES.some((entry) => id.endsWith(`/${entry}`)));

/** The abilities of channels, which a conversation needs and which need no schema. */
const channels =
  /\/contracts\/src\/(channels|connections\/(abilities|text-limits)|messages\/(signed-text|template-text|map-link))\.ts$/;
/** The libraries of what opens over a screen. */
const overlays =
  /node_modules\/(@blueprintjs|@floating-ui|@popperjs|react-popper|react-transition-group|@juggle|normalize\.css|classnames|tslib)\//;
/** The stack of open overlays: the frame around every screen has it, the overlays themselves come later. */
const overlayStack = /@blueprintjs\/core\/.*\/context\//;

/**
 * Which file of the build a module is in; of several that fit, the first. Libraries change less often than the screens, and stay in the
 * browser's cache. A file that contains anything of a later part would have to load before an earlier one, so each group has only what is
 * needed at the same time: by the sign-in, by the list of tickets, by what opens over it, by forms.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'state',
    test: /node_modules\/(react-router|react-router-dom|react-redux|use-sync-external-store|@reduxjs|redux|redux-saga|@redux-saga|immer|reselect|uuid)\//,
  },
  {
    name: (id, graph) => (isOfPublicPages(id, graph) || (isOfSignIn(id, graph) && isOfInside(id, graph)) ? 'first' : null),
    debugName: 'first',
  },
  { name: (id, graph) => (isOfSignIn(id, graph) ? 'sign-in' : null), debugName: 'sign-in' },
  { name: 'overlay-stack', test: overlayStack },
  { name: (id, graph) => (isOfInside(id, graph) && !overlays.test(id) ? 'shared' : null), debugName: 'shared', minShareCount: 2 },
  { name: 'overlays', test: overlays },
  { name: 'channels', test: channels },
  { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\/|^(?!contracts-).*\/contracts\/src\// },
  { name: 'later', test: /src\/(ui|kernel|i18n|shell)\/.*\.tsx?$|node_modules\/(lucide-react|@tanstack)\//, minShareCount: 2 },
];

/** Files that every page has loaded before it loads another on demand. */
const ALWAYS_THERE = /\/(react|state|first|rolldown-runtime)-[^/]+$/;

/** Blueprint loads icons by name from two files of 300 kB; this app passes Lucide's icons as elements, so they are never needed. */
const withoutNamedIcons: Plugin = {
  name: 'without-named-icons',
  enforce: 'pre',
  load: (id) =>
    /@blueprintjs\/icons\/lib\/esm\/iconLoader\.js$/.test(id)
      ? 'export class Icons { static getPaths() { return undefined } static async load() {} static isValidIconName() { return false } }'
      : null,
};

/** The package's exports name its development files only, which carry warnings for developers. */
const productionRouter: Plugin = {
  name: 'production-router',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => {
    const file = { 'react-router': 'index', 'react-router/dom': 'dom-export' }[id];
    return file ? fileURLToPath(new URL(`dist/production/${file}.mjs`, import.meta.resolve('react-router/package.json'))) : null;
  },
};

export default defineConfig({
  plugins: [
    productionRouter,
    plainContracts(),
    withoutNamedIcons,
    iconKeys(),
    react(),
    filesAhead(),
    verifierPage(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/app/sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'Prosa',
        short_name: 'Prosa',
        description: 'Atendimento ao cliente, conversa por conversa.',
        lang: 'pt-BR',
        start_url: '/tickets',
        scope: '/',
        display: 'standalone',
        theme_color: '#0f766e',
        background_color: '#f6f7f9',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        // Handled by the service worker (sw/share-target.ts).
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            title: 'title',
            text: 'text',
            url: 'url',
            files: [{ name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'text/*', 'application/*'] }],
          },
        },
      },
      injectManifest: { globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'], globIgnores: ['icons/maskable-512.png'] },
    }),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, deps) => deps.filter((file) => !ALWAYS_THERE.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  worker: {
    // As modules, so that a library in them can be a separate file.
    format: 'es',
    plugins: () => [lamejsNotice()],
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'lamejs', test: /@breezystack\/lamejs\// }] } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': proxied, '/webhooks': proxied, '/live': { ...proxied, ws: true, rewriteWsOrigin: true } },
  },
});

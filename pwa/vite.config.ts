import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressed } from './build/compressed.ts';

/** Where a running Prosa answers the calls while `vite` serves the screens. */
const backend = process.env.PROSA_URL ?? 'http://127.0.0.1:8080';
const proxied = { target: backend, changeOrigin: true };

/**
 * Libraries that change less often than the screens, in files that stay in the browser's cache. The sign-in needs the first alone: a
 * file with anything of the others in it would be loaded whole before it.
 */
const libraries: [name: string, test: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  [
    'state',
    /node_modules\/(react-router|react-router-dom|react-redux|use-sync-external-store|@reduxjs|redux|redux-saga|@redux-saga|immer|reselect|i18next|react-i18next|zod|uuid|@noble)\//,
  ],
  [
    'blueprint',
    /node_modules\/(@blueprintjs|@floating-ui|@popperjs|react-popper|react-transition-group|@juggle|normalize\.css)\//,
  ],
];

/** What the sign-in needs of the app's own, in one file: all that `main.tsx` imports without waiting, and nothing else. */
const first = (id: string, graph: Rolldown.ChunkingContext): string | null => {
  const seen = new Set<string>();
  const isNeeded = (one: string): boolean => {
    if (one.endsWith('/src/app/main.tsx')) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return graph.getModuleInfo(one)?.importers.some(isNeeded) ?? false;
  };
  return isNeeded(id) ? 'first' : null;
};

/** What several screens are made of, in one file rather than in one for each set of screens that needs the same. */
const shared = {
  name: 'shared',
  test: /src\/(ui|kernel|i18n|shell)\/.*\.tsx?$|node_modules\/(lucide-react|@tanstack)\//,
  minShareCount: 2,
};

/** Blueprint loads icons by name from two files of 300 kB; ours are Lucide's, passed as elements, so none is ever asked for. */
const withoutNamedIcons: Plugin = {
  name: 'without-named-icons',
  enforce: 'pre',
  load: (id) =>
    /@blueprintjs\/icons\/lib\/esm\/iconLoader\.js$/.test(id)
      ? 'export class Icons { static getPaths() { return undefined } static async load() {} static isValidIconName() { return false } }'
      : null,
};

export default defineConfig({
  plugins: [
    withoutNamedIcons,
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
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
      },
      injectManifest: { globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'], globIgnores: ['icons/maskable-512.png'] },
    }),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [...libraries.map(([name, test]) => ({ name, test })), { name: first }, shared] },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': proxied, '/webhooks': proxied, '/live': { ...proxied, ws: true, rewriteWsOrigin: true } },
  },
});

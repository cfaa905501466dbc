import react from '@vitejs/plugin-react';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { builtSchemas } from './pwa/built-schemas.ts';
import { compressedFiles } from './scripts/compressed-files.ts';
import { earlyInputTag } from './pwa/early-input-tag.ts';
import { pureComponents } from './pwa/pure-components.ts';
import { CHUNK_GROUPS, toChunkFileName } from './pwa/chunk-groups.ts';
import { shortClassNames } from './pwa/short-class-names.ts';
import { webManifest } from './pwa/web-manifest.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const SOURCES = readdirSync(at('pwa'), { recursive: true, encoding: 'utf8' });

const API_ADDRESS = process.env['NANKEEN_SERVER'] ?? 'http://localhost:8787';

/** Files that a first visit loads, and the screens it usually goes on to. */
const FIRST_VISITS =
  /\/(?:main|app|store|home-screen|home-sections|product-list-page|product-page|checkout-page)-/;

/** The installable app: `vite build`, or `vite` with a proxy to a running server's API. */
const app: UserConfig = {
  root: at('pwa'),
  publicDir: at('pwa/public'),
  plugins: [
    react(),
    builtSchemas(),
    pureComponents(),
    shortClassNames(SOURCES),
    earlyInputTag(),
    compressedFiles(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifest: webManifest,
      manifestFilename: 'manifest.webmanifest',
      injectManifest: {
        globPatterns: [
          '**/*.{html,js,css,woff2,svg}',
          'icons/*.png',
          'pictures/*/1-480.avif',
          'pictures/home/*-480.avif',
        ],
        globIgnores: ['**/*-latin-ext-*', '**/*-vietnamese-*'],
      },
    }),
  ],
  // RxDB's `broadcast-channel` package carries fallbacks for browsers without BroadcastChannel. By default Dexie,
  // tus-js-client and rxjs resolve to builds for old browsers, and the router to its development build.
  resolve: {
    alias: [
      { find: 'broadcast-channel', replacement: at('pwa/data/store/tab-channel.ts') },
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
      { find: /^tus-js-client$/, replacement: 'tus-js-client/lib/browser/index.js' },
      { find: /^react-router$/, replacement: at('node_modules/react-router/dist/production/index.mjs') },
      {
        find: /^react-router\/dom$/,
        replacement: at('node_modules/react-router/dist/production/dom-export.mjs'),
      },
    ],
    conditions: ['es2015', ...defaultClientConditions],
  },
  // As in development.
  worker: { format: 'es' },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': API_ADDRESS, '/test-payment': API_ADDRESS } },
  build: {
    outDir: at('dist/app'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The list of what to fetch ahead is part of the first script. Other screens come from the service worker's cache.
      resolveDependencies: (file, dependencies) => (FIRST_VISITS.test(file) ? dependencies : []),
    },
    // A server-rendered page needs its screen's styles before any script runs.
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNK_GROUPS }, chunkFileNames: toChunkFileName },
    },
  },
};

/** Server and command line, bundled for Node; npm packages stay external. */
const node: UserConfig = {
  publicDir: false,
  build: {
    ssr: true,
    outDir: at('dist'),
    emptyOutDir: false,
    sourcemap: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        server: at('sync-server/main.ts'),
        nankeen: at('cli/main.ts'),
        'picture-process': at('sync-server/files/picture-process.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
};

/** The app's pages for server-side rendering, which the server loads from `dist/render`. */
const render: UserConfig = {
  root: at('pwa'),
  publicDir: false,
  plugins: [react(), shortClassNames(SOURCES)],
  // Bundles React's production build, whatever the server's NODE_ENV.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: at('pwa/render.tsx'),
    outDir: at('dist/render'),
    emptyOutDir: true,
    sourcemap: true,
    target: 'node20',
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'node') return node;
  return mode === 'render' ? render : app;
});

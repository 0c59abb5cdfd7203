import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
// @ts-expect-error this is a script for Node.js, without types
import { writeCloths } from './scripts/cloths.mjs';

const SERVER = 'http://127.0.0.1:8026'; // where `novamas serve` listens by default

/** The page asks for its two main faces at once, and not when the style is read. */
const preloadFonts: Plugin = {
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /(newsreader|source-sans-3)-latin-wght-normal.*woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
};

/** The pictures of all games become one file. */
const joinPictures: Plugin = {
  name: 'join-pictures',
  buildStart: () => (writeCloths as () => Promise<void>)(),
};

/** The worker that serves the app without the house is told its files, and a name that changes with them. */
const offlineWorker: Plugin = {
  name: 'offline-worker',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const worker = bundle['worker.js'];
      if (worker?.type !== 'chunk') throw new Error('worker.js was not built');
      if (worker.imports.length) throw new Error('worker.js must stand alone');
      const assets = Object.keys(bundle).filter((name) =>
        /^assets\/.*(\.(js|css|svg)|-latin-[^/]*\.woff2)$/.test(name),
      );
      const build = createHash('sha256').update(assets.join()).update(worker.code).digest('hex').slice(0, 16);
      const files = ['/', '/mark.svg', ...assets.map((name) => `/${name}`)];
      worker.code = `const APP_BUILD = ${JSON.stringify(build)}, APP_FILES = ${JSON.stringify(files)};\n${worker.code}`;
    },
  },
};

const FONTS = [
  '@fontsource-variable/newsreader',
  '@fontsource-variable/source-sans-3',
  '@fontsource/ibm-plex-mono',
];

/** The fonts' licence (OFL) asks for its text beside them. */
const fontLicences: Plugin = {
  name: 'font-licences',
  generateBundle() {
    for (const font of FONTS) {
      const text = readFileSync(new URL(`node_modules/${font}/LICENSE`, import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: `licences/${font.split('/')[1]}.txt`, source: text });
    }
  },
};

export default defineConfig({
  plugins: [svelte(), preloadFonts, fontLicences, joinPictures, offlineWorker],
  base: '/',
  logLevel: 'warn',
  build: {
    outDir: '../src/novamas/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy takes no data: addresses
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/offline/worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true }, '/health': SERVER },
  },
});

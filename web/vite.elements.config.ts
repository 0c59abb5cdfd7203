import { defineConfig } from 'vite';

/** The custom elements for other sites: one script that needs no other file. It is built after the app. */
export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: '../src/novamas/web',
    emptyOutDir: false,
    target: 'es2022',
    lib: { entry: 'src/elements/elements.ts', formats: ['es'], fileName: () => 'elements.js' },
  },
});

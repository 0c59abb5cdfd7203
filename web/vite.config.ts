import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVER = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/novamas/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy takes no data: addresses
    target: 'es2022',
    manifest: true,
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true }, '/health': SERVER },
  },
  test: { environment: 'jsdom', include: ['tests/**/*.test.ts'] },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});

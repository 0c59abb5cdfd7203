import { mergeConfig } from 'vite';
import usual from './vite.config.ts';

/** The page with nothing but a table, for tests in a browser: built beside, never shipped. */
export default mergeConfig(usual, { build: { outDir: '../build/table', rolldownOptions: { input: 'table.html' } } });

import svelte from 'eslint-plugin-svelte';
import typescript from 'typescript-eslint';
import settings from './svelte.config.js';

export default typescript.config(
  { ignores: ['node_modules', 'src/wire/generated'] },
  ...typescript.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: typescript.parser, extraFileExtensions: ['.svelte'], svelteConfig: settings },
    },
  },
  {
    rules: {
      'no-undef': 'off', // TypeScript knows
      'no-restricted-properties': ['error', { property: 'innerHTML' }],
      'svelte/no-at-html-tags': 'error',
    },
  },
);

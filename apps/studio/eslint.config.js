import js from '@eslint/js';
import tseslint from 'typescript-eslint';

// Run from the root of the repository, so that the page's tests are covered: npm run check.
export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/build/'] },
  js.configs.recommended,
  { rules: { 'max-lines': ['error', 400], 'max-lines-per-function': ['error', 60] } },
  {
    files: ['**/src/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  { files: ['**/vite.config.ts'], extends: [tseslint.configs.base] },
  {
    files: ['**/*.mjs'],
    rules: { 'max-lines-per-function': 'off' }, // a list of tests is one function
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'Buffer',
          'URL',
          'window',
          'document',
          'setTimeout',
          'requestAnimationFrame',
          'performance',
        ]
          .concat(['DataTransfer', 'DragEvent', 'File', 'atob', 'innerWidth', 'indexedDB'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
);

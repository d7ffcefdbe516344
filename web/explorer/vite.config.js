import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/explorer/',
  publicDir: false,
  build: {
    assetsInlineLimit: 0, // the policy allows no data: URLs of scripts
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  server: { proxy: { '/graphql': server } },
});

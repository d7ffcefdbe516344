import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/playground/',
  publicDir: false,
  build: {
    assetsInlineLimit: 0, // the policy forbids data: URLs of fonts
    chunkSizeWarningLimit: 4096,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  server: { proxy: { '/graphql': server, '/playground/examples.json': server } },
});

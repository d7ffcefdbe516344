import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/playground/',
  // Scripts find each other by where they are: a proxy may serve the page below a path.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
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

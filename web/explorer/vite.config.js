import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/explorer/',
  // Scripts find each other by where they are: a proxy may serve the page below a path.
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  publicDir: false,
  build: {
    assetsInlineLimit: 0, // the policy allows no data: URLs of scripts
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  server: { proxy: { '/graphql': server } },
});

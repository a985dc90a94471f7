import { defineConfig } from 'vite'

/**
 * How the page's sources are read; `scripts/build-console.ts` says where the built page goes.
 *
 * While working on it: `PORTCULLIS_ORIGIN=http://127.0.0.1:PORT vite src/surfaces/console` shows the sources as they
 * are, in front of a daemon that runs. A link of that daemon signs in when its port is changed to that of vite.
 */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2023', cssTarget: 'chrome123', reportCompressedSize: false },
  server: {
    port: 8430,
    proxy: {
      '/v1': {
        target: process.env['PORTCULLIS_ORIGIN'] ?? 'http://127.0.0.1:8421',
        changeOrigin: true,
        configure: (proxy) => proxy.on('proxyReq', (request) => request.removeHeader('origin')),
      },
    },
  },
})

import { defineConfig } from 'vite'

/** A service worker that unregisters itself, for an operator that must replace a broken one. Rule: docs/offline.md, "Updates". */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist/self-unregistering',
    rolldownOptions: { input: { sw: 'workers/sw/self-unregistering-worker.ts' }, output: { entryFileNames: '[name].js' } },
  },
})

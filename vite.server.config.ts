import { cpSync } from 'node:fs'
import { defineConfig } from 'vite'

const OUT_DIR = 'dist/server'

/** The server and its render worker as plain JavaScript; packages stay outside and are found in node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: OUT_DIR,
    emptyOutDir: true,
    rolldownOptions: {
      input: { main: 'server/main.ts', 'render-worker': 'server/render/render-worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  plugins: [
    {
      name: 'kinora:migrations',
      closeBundle: () => cpSync('server/database/migrations', `${OUT_DIR}/migrations`, { recursive: true }),
    },
  ],
})

import { copyFileSync, cpSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vite'
import { makeDatabaseSeed } from '../scripts/make-database-seed.mjs'

const OUT_DIR = 'dist/server'

/** The server and its worker threads as plain JavaScript. Packages are not bundled; Node loads them from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: OUT_DIR,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: 'server/boot/main.ts',
        'render-worker': 'server/motion/render/render-worker.ts',
        'depth-worker': 'server/motion/depth/depth-worker.ts',
        'invoice-worker': 'server/billing/invoices/invoice-worker.ts',
        'watchdog-worker': 'server/boot/watchdog/watchdog-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  plugins: [
    {
      name: 'kinora:database-files',
      async writeBundle({ dir = OUT_DIR }) {
        cpSync('server/database/migrations', path.join(dir, 'migrations'), { recursive: true })
        cpSync('server/seed/art', path.join(dir, 'art'), { recursive: true })
        cpSync('server/seed/articles', path.join(dir, 'articles'), { recursive: true })
        copyFileSync(await makeDatabaseSeed(), path.join(dir, 'database-seed.tar.gz'))
      },
    },
  ],
})

import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { drawFirstViews } from '../scripts/draw-first-views.mjs'
import packageJson from '../package.json' with { type: 'json' }

const CLIENT_DIR = 'dist/client'
const OUT_DIR = 'dist/first-view'

/** A build of the page for this machine. It renders the entry screens to HTML, as the client's build shows them. */
export default defineConfig({
  publicDir: false,
  define: { __APP_VERSION__: JSON.stringify(packageJson.version), __BUILT_AT_MS__: '0' },
  build: { ssr: 'src/first-view.tsx', target: 'node20', outDir: OUT_DIR, emptyOutDir: true },
  plugins: [react(), { name: 'kinora:first-views', closeBundle: () => drawFirstViews(path.resolve(OUT_DIR, 'first-view.js'), CLIENT_DIR) }],
})

import { mkdir, mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Bundles the engine and its worker as the server runs them, beside what only the bench needs. Answers the folder and its addresses. */
export async function bundleRender() {
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'kinora-bench-'))
  const input = {
    engine: join(ROOT, 'server/motion/engines/open-engine.ts'),
    'render-worker': join(ROOT, 'server/motion/render/render-worker.ts'),
    'encode-worker': join(ROOT, 'tests/bench/render/encode-worker.ts'),
    'draw-frames': join(ROOT, 'tests/bench/render/draw-frames.ts'),
    'make-photo': join(ROOT, 'tests/fixtures/photos/make-photo.ts'),
  }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir: folder, target: 'node20', rollupOptions: { input } },
  })
  return { folder, urlOf: (name) => pathToFileURL(join(folder, `${name}.js`)) }
}

import { mkdir, mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '../..')

/** Bundles modules of the product, given by name and path, as the server build does. Returns the folder and the address of each module. */
export async function bundle(modules) {
  const cache = join(ROOT, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'kinora-bench-'))
  const input = Object.fromEntries(Object.entries(modules).map(([name, path]) => [name, join(ROOT, path)]))
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: { ssr: true, outDir: folder, target: 'node20', rollupOptions: { input } },
  })
  return { folder, urlOf: (name) => pathToFileURL(join(folder, `${name}.js`)) }
}

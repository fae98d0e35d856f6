import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { FIRST_PAGES } from '../first-pages.mjs'

const MAX_FIRST_LOAD_KB = 115
const MAX_CHUNK_KB = 40
const FIRST_CHUNKS = new Set(['index', 'vendor', 'shell'])

/** Budgets of the build in kB gzip: scripts before the first paint, each later chunk, and the additional load of each public screen. */
export function findSizeProblems(root) {
  const outDir = path.join(root, 'dist', 'client')
  const manifest = JSON.parse(readFileSync(path.join(outDir, '.vite', 'manifest.json'), 'utf8'))
  const kilobytes = (key) => gzipSync(readFileSync(path.join(outDir, manifest[key].file)), { level: 9 }).length / 1000
  const visitedKeys = new Set()
  for (const key of Object.keys(manifest)) if (FIRST_CHUNKS.has(manifest[key].name)) withImports(manifest, key, visitedKeys)
  const firstKeys = [...visitedKeys]
  const firstKb = firstKeys.reduce((sum, key) => sum + kilobytes(key), 0)
  const laterKeys = Object.keys(manifest).filter((key) => manifest[key].file.endsWith('.js') && !firstKeys.includes(key))
  const heavyChunks = laterKeys.map((key) => ({ key, kb: kilobytes(key) })).filter(({ kb }) => kb > MAX_CHUNK_KB)
  return {
    summary: `first load ${firstKb.toFixed(1)} of ${MAX_FIRST_LOAD_KB} kB, ${laterKeys.length} later chunks`,
    problems: [
      ...(firstKb > MAX_FIRST_LOAD_KB ? [`the first load is ${firstKb.toFixed(1)} kB gzip, the budget is ${MAX_FIRST_LOAD_KB}.`] : []),
      ...findRouteProblems(outDir),
      ...heavyChunks.map(({ key, kb }) => `${key} is ${kb.toFixed(1)} kB gzip, the budget of a chunk is ${MAX_CHUNK_KB}.`),
    ],
  }
}

function findRouteProblems(outDir) {
  const read = (file) => JSON.parse(readFileSync(path.join(outDir, file), 'utf8'))
  const [views, earlyFiles] = [read('first-views.json'), read('early-files.json')]
  const kilobytesOf = (bytes) => gzipSync(bytes, { level: 9 }).length / 1000
  return Object.entries(FIRST_PAGES).flatMap(([address, { budgetKb }]) => {
    const { html, styles } = views[address]
    const files = [...new Set([...styles, ...earlyFiles[address].files])]
    const kb = files.reduce((sum, file) => sum + kilobytesOf(readFileSync(path.join(outDir, file))), kilobytesOf(html))
    return kb > budgetKb ? [`${address} costs ${kb.toFixed(1)} kB gzip beside the first load, its budget is ${budgetKb}.`] : []
  })
}

function withImports(manifest, key, visitedKeys) {
  if (visitedKeys.has(key)) return
  visitedKeys.add(key)
  for (const importedKey of manifest[key].imports ?? []) withImports(manifest, importedKey, visitedKeys)
}

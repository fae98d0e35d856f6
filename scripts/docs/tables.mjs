import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RULE_FILES } from '../nouns.mjs'
import { loadModules } from './load-modules.mjs'
import { tableText } from './markers.mjs'
import { numbersOf } from './numbers.mjs'

const DOMAIN = 'src/shared/domain'

/** The tables of each document by their names: what is made from the constants of the code and must not be typed by hand. */
export async function readTables(root) {
  const files = Object.values(RULE_FILES).flat().map(domainFile)
  const modules = await loadModules(root, files)
  const pages = Object.entries(RULE_FILES).map(([noun, names]) => [`docs/${noun}.md`, numbersTable(root, names, modules)])
  return merge(Object.fromEntries(pages), { 'docs/create.md': createTables(modules) })
}

function numbersTable(root, names, modules) {
  const parts = names.map((name) => {
    const file = domainFile(name)
    return { file, rows: numbersOf(readFileSync(path.join(root, file), 'utf8'), modules[file]) }
  })
  const counted = parts.filter(({ rows }) => rows.length > 0)
  if (counted.length === 0) return {}
  const rows = counted.flatMap((part) => part.rows.map(({ name, value, decides }) => [`\`${name}\``, value, decides]))
  const table = tableText(['constant', 'value', 'decides'], rows)
  return { numbers: `${table}\n\nIn code: ${counted.map(({ file }) => `\`${file}\``).join(', ')}.` }
}

function createTables(modules) {
  const { DURATIONS, RESOLUTIONS, RESOLUTION_BOX } = modules[domainFile('generation-options')]
  const { pointsPerVideo } = modules[domainFile('price')]
  const prices = RESOLUTIONS.map((resolution) => [resolution, ...DURATIONS.map((duration) => String(pointsPerVideo(duration, resolution)))])
  const sizes = RESOLUTIONS.map((resolution) => {
    const { width, height } = RESOLUTION_BOX[resolution]
    return [resolution, `${width}×${height}`, `${height}×${width}`]
  })
  return {
    prices: tableText(['', ...DURATIONS], prices),
    sizes: tableText(['resolution', 'box of a landscape picture', 'of a portrait one'], sizes),
  }
}

function domainFile(name) {
  return `${DOMAIN}/${name}.ts`
}

function merge(...parts) {
  const documents = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries([...documents].map((file) => [file, Object.assign({}, ...parts.map((part) => part[file]))]))
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const LOCALES = 'public/locales'

/** Message files whose keys are not sorted or differ between languages, and keys that the code uses and no file has. */
export function findLocaleProblems(root) {
  const folder = path.join(root, LOCALES)
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.json'))
    .sort()
  const unsorted = files
    .filter((file) => !isSorted(readJson(path.join(folder, file))))
    .map((file) => `${LOCALES}/${file}: keys are not sorted.`)
  const component = files
    .filter((file) => file.startsWith('component'))
    .map((file) => ({ file, keys: keysOf(readJson(path.join(folder, file))) }))
  const all = new Set(component.flatMap(({ keys }) => keys))
  const missing = component.flatMap(({ file, keys }) =>
    [...all].filter((key) => !keys.includes(key)).map((key) => `${LOCALES}/${file}: ${key} is missing.`),
  )
  return [
    ...unsorted,
    ...missing,
    ...findUnknownKeys(
      root,
      files.map((file) => readJson(path.join(folder, file))),
    ),
  ]
}

function findUnknownKeys(root, messages) {
  const known = new Set(
    messages.flatMap((message) => keysOf(message)).flatMap((key) => [key, key.replace(/_(?:zero|one|two|few|many|other)$/, '')]),
  )
  return readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const used = [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key.replace(/^\w+:/, ''))
      return used.filter((key) => !known.has(key)).map((key) => `${path.relative(root, file)}: no message has the key ${key}.`)
    })
}

function keysOf(value, prefix = '') {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null ? keysOf(inner, `${prefix}${key}.`) : [prefix + key],
  )
}

function isSorted(value) {
  const keys = Object.keys(value)
  const isFlatSorted = keys.every((key, index) => index === 0 || keys[index - 1] < key)
  return isFlatSorted && Object.values(value).every((inner) => typeof inner !== 'object' || inner === null || isSorted(inner))
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

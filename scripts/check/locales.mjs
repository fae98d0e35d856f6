import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REALM_FOLDERS, sourceFiles } from './source-files.mjs'

const LOCALES = 'public/locales'
const LIST = 'shared/domain/component-locales.ts'
const PLURAL = /_(?:zero|one|two|few|many|other)$/
/** The form of a message key: words separated by dots. */
const KEY = String.raw`[a-z][A-Za-z]*(?:\.[A-Za-z0-9_]+)+`
/** This package name has the form of a key, but is not one. */
const NO_KEYS = new Set(['app.kinora.web'])

/**
 * Message files with unsorted keys; component languages that are missing or differ in keys or placeholders; keys in the code that no file
 * has; messages that no code shows.
 */
export function findLocaleProblems(root) {
  const folder = path.join(root, LOCALES)
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, texts: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) }))
  const problems = [...files.flatMap(findUnsorted), ...findComponentProblems(root, files)].map((problem) => `${LOCALES}/${problem}`)
  const keys = new Set(files.flatMap(({ texts }) => Object.keys(texts)))
  return [...problems, ...findUnknownKeys(root, keys), ...findIdleKeys(root, keys)]
}

function findUnsorted({ file, texts }) {
  const keys = Object.keys(texts)
  const isSorted = keys.every((key, index) => index === 0 || keys[index - 1] < key)
  return isSorted ? [] : [`${file}: keys are not sorted.`]
}

/** Component languages without exactly one file, or whose keys or placeholders differ from the English file. */
function findComponentProblems(root, files) {
  const [, list] = /COMPONENT_LOCALES = \[([^\]]+)\]/.exec(readFileSync(path.join(root, LIST), 'utf8'))
  const codes = [...list.matchAll(/'([^']+)'/g)].map(([, code]) => code)
  const found = new Map(
    files.flatMap(({ file, texts }) => (path.dirname(file) === 'component' ? [[path.basename(file, '.json'), texts]] : [])),
  )
  const missing = codes.filter((code) => !found.has(code)).map((code) => `component/${code}.json is missing.`)
  const unlisted = [...found.keys()]
    .filter((code) => !codes.includes(code))
    .map((code) => `component/${code}.json: ${LIST} does not name it.`)
  const english = found.get('en') ?? {}
  const keys = [...new Set([...found.values()].flatMap((texts) => Object.keys(texts)))]
  const wrong = [...found].flatMap(([code, texts]) =>
    keys.flatMap((key) => {
      if ((texts[key] ?? '') === '') return [`component/${code}.json: ${key} is missing.`]
      const isSame = placeholdersOf(texts[key]) === placeholdersOf(english[key] ?? '')
      return isSame ? [] : [`component/${code}.json: ${key} has other placeholders than the English text.`]
    }),
  )
  return [...missing, ...unlisted, ...wrong]
}

function placeholdersOf(text) {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .sort((a, b) => (a < b ? -1 : 1))
    .join(' ')
}

/** Keys in the code that no file has. A key occurs in a call or a table. Of a composed key, only the beginning is known. */
function findUnknownKeys(root, all) {
  const known = new Set([...all].flatMap((key) => [key, key.replace(PLURAL, '')]))
  const namespaces = new Set([...known].filter((key) => key.includes('.')).map((key) => key.split('.')[0]))
  const isOurs = (key) => namespaces.has(key.split('.')[0])
  return readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const code = readFileSync(file, 'utf8')
      const called = matches(code, String.raw`\b(?:t|text)\(\s*'([^']+)'`)
      const written = matches(code, `'(${KEY})'`).filter(isOurs)
      const begun = matches(code, '`(' + KEY + String.raw`\.)\$\{`).filter(isOurs)
      const unknown = [...new Set([...called, ...written])].filter((key) => !known.has(key) && !NO_KEYS.has(key))
      const empty = begun.filter((start) => ![...known].some((key) => key.startsWith(start)))
      const where = path.relative(root, file)
      const strange = unknown.map((key) => `${where}: no message has the key ${key}.`)
      return strange.concat(empty.map((start) => `${where}: no message has a key that begins with ${start}.`))
    })
}

/** Messages that no code uses, as a whole or by the beginning of a composed key. */
function findIdleKeys(root, all) {
  const code = REALM_FOLDERS.flatMap((realm) => sourceFiles(root, realm)).map((file) => readFileSync(path.join(root, file), 'utf8'))
  const named = new Set(code.flatMap((text) => matches(text, String.raw`['"\x60]([A-Za-z][\w.]*)['"\x60]`)))
  const begun = [...new Set(code.flatMap((text) => matches(text, String.raw`\`([a-z][\w.]*\.)\$\{`)))]
  const isNamed = (key) => named.has(key) || named.has(key.replace(PLURAL, '')) || begun.some((start) => key.startsWith(start))
  return [...all].filter((key) => !isNamed(key)).map((key) => `${LOCALES}: no code shows the message ${key}.`)
}

function matches(code, pattern) {
  return [...code.matchAll(new RegExp(pattern, 'g'))].map(([, found]) => found)
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REALM_FOLDERS, sourceFiles } from './source-files.mjs'

const LOCALES = 'public/locales'
const LIST_FILE = 'shared/domain/component-locales.ts'
const PLURAL_ENDING = /_(?:zero|one|two|few|many|other)$/
/** The form of a message key: words separated by dots. */
const KEY_PATTERN = String.raw`[a-z][A-Za-z]*(?:\.[A-Za-z0-9_]+)+`
/** This package name has the form of a key, but is not one. */
const KEY_LIKE_NAMES = new Set(['app.kinora.web'])

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
  return [...problems, ...findUnknownKeys(root, keys), ...findUnusedKeys(root, keys)]
}

function findUnsorted({ file, texts }) {
  const keys = Object.keys(texts)
  const isSorted = keys.every((key, index) => index === 0 || keys[index - 1] < key)
  return isSorted ? [] : [`${file}: keys are not sorted.`]
}

/** Component languages without exactly one file, or whose keys or placeholders differ from the English file. */
function findComponentProblems(root, files) {
  const [, listSource] = /COMPONENT_LOCALES = \[([^\]]+)\]/.exec(readFileSync(path.join(root, LIST_FILE), 'utf8'))
  const codes = [...listSource.matchAll(/'([^']+)'/g)].map(([, code]) => code)
  const textsByCode = new Map(
    files.flatMap(({ file, texts }) => (path.dirname(file) === 'component' ? [[path.basename(file, '.json'), texts]] : [])),
  )
  const missingFiles = codes.filter((code) => !textsByCode.has(code)).map((code) => `component/${code}.json is missing.`)
  const unlistedFiles = [...textsByCode.keys()]
    .filter((code) => !codes.includes(code))
    .map((code) => `component/${code}.json: ${LIST_FILE} does not name it.`)
  const english = textsByCode.get('en') ?? {}
  const keys = [...new Set([...textsByCode.values()].flatMap((texts) => Object.keys(texts)))]
  const textProblems = [...textsByCode].flatMap(([code, texts]) =>
    keys.flatMap((key) => {
      if ((texts[key] ?? '') === '') return [`component/${code}.json: ${key} is missing.`]
      const isSame = placeholdersOf(texts[key]) === placeholdersOf(english[key] ?? '')
      return isSame ? [] : [`component/${code}.json: ${key} has other placeholders than the English text.`]
    }),
  )
  return [...missingFiles, ...unlistedFiles, ...textProblems]
}

function placeholdersOf(text) {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .sort((a, b) => (a < b ? -1 : 1))
    .join(' ')
}

/** Keys in the code that no message file has. A key occurs in a call or a table. Of a composed key, only the beginning is known. */
function findUnknownKeys(root, allKeys) {
  const knownKeys = new Set([...allKeys].flatMap((key) => [key, key.replace(PLURAL_ENDING, '')]))
  const namespaces = new Set([...knownKeys].filter((key) => key.includes('.')).map((key) => key.split('.')[0]))
  const hasKnownNamespace = (key) => namespaces.has(key.split('.')[0])
  return readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .flatMap((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const code = readFileSync(file, 'utf8')
      const calledKeys = firstGroups(code, String.raw`\b(?:t|text)\(\s*'([^']+)'`)
      const writtenKeys = firstGroups(code, `'(${KEY_PATTERN})'`).filter(hasKnownNamespace)
      const keyStarts = firstGroups(code, '`(' + KEY_PATTERN + String.raw`\.)\$\{`).filter(hasKnownNamespace)
      const unknownKeys = [...new Set([...calledKeys, ...writtenKeys])].filter((key) => !knownKeys.has(key) && !KEY_LIKE_NAMES.has(key))
      const unmatchedStarts = keyStarts.filter((start) => ![...knownKeys].some((key) => key.startsWith(start)))
      const relativePath = path.relative(root, file)
      const problems = unknownKeys.map((key) => `${relativePath}: no message has the key ${key}.`)
      return problems.concat(unmatchedStarts.map((start) => `${relativePath}: no message has a key that begins with ${start}.`))
    })
}

/** Messages that no code uses, as a whole or by the beginning of a composed key. */
function findUnusedKeys(root, allKeys) {
  const code = REALM_FOLDERS.flatMap((realm) => sourceFiles(root, realm)).map((file) => readFileSync(path.join(root, file), 'utf8'))
  const namedKeys = new Set(code.flatMap((text) => firstGroups(text, String.raw`['"\x60]([A-Za-z][\w.]*)['"\x60]`)))
  const keyStarts = [...new Set(code.flatMap((text) => firstGroups(text, String.raw`\`([a-z][\w.]*\.)\$\{`)))]
  const isNamed = (key) =>
    namedKeys.has(key) || namedKeys.has(key.replace(PLURAL_ENDING, '')) || keyStarts.some((start) => key.startsWith(start))
  return [...allKeys].filter((key) => !isNamed(key)).map((key) => `${LOCALES}: no code shows the message ${key}.`)
}

function firstGroups(code, pattern) {
  return [...code.matchAll(new RegExp(pattern, 'g'))].map(([, group]) => group)
}

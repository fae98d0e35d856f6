import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from './source-files.mjs'

/** Static functions, by full name, that the oldest Safari of docs/platform.md, "Browsers", lacks, with their replacements. */
const STATIC = {
  'AbortSignal.any': 'use shared/any-signal.ts',
  'URL.canParse': 'use shared/parse-url.ts',
  'URL.parse': 'use shared/parse-url.ts',
  'Promise.withResolvers': 'use new Promise',
  'Promise.try': 'use an async function',
  'Array.fromAsync': 'use a loop',
  'Object.groupBy': 'use a Map',
  'Map.groupBy': 'use a Map',
  'RegExp.escape': 'escape by hand',
  'Iterator.from': 'use an array',
  'ReadableStream.from': 'use a ReadableStream',
  'Uint8Array.fromBase64': 'use atob',
  'Uint8Array.fromHex': 'use a loop',
}

/** Methods that the oldest Safari lacks. No other object of the project has a method with one of these names. */
const METHODS = {
  symmetricDifference: 'use a loop',
  isSubsetOf: 'use a loop',
  isSupersetOf: 'use a loop',
  isDisjointFrom: 'use a loop',
  getOrInsert: 'ask has or get first',
  startViewTransition: 'use a transition of CSS',
  checkVisibility: 'call it with ?.',
}

const LAZY = new Set(['map', 'filter', 'flatMap', 'take', 'drop', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
const ITERATORS = new Set(['values', 'keys', 'entries', 'matchAll'])

/** Calls in the page and its workers that the oldest browsers do not support. */
export function findTooNew(root) {
  return ['src', 'workers', 'motion', 'shared'].flatMap((realm) => sourceFiles(root, realm).flatMap((file) => problemsOf(root, file)))
}

function problemsOf(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const found = []
  collect(parseSync(file, source).program, found)
  return found.map(({ start, name, instead }) => {
    const line = source.slice(0, start).split('\n').length
    return `${file}:${line}: ${name} is not in the oldest browsers of docs/platform.md, "Browsers": ${instead}.`
  })
}

function collect(node, found) {
  if (typeof node !== 'object' || node === null) return
  if (node.type === 'MemberExpression' && !node.computed) note(node, found)
  const isAsked = node.type === 'CallExpression' && node.optional
  for (const child of Array.isArray(node) ? node : isAsked ? [node.callee.object, node.arguments] : Object.values(node))
    collect(child, found)
}

function note({ object, property, start }, found) {
  const whole = `${object.type === 'Identifier' ? object.name : ''}.${property.name}`
  if (Object.hasOwn(STATIC, whole)) found.push({ start, name: whole, instead: STATIC[whole] })
  else if (Object.hasOwn(METHODS, property.name)) found.push({ start, name: property.name, instead: METHODS[property.name] })
  else if (LAZY.has(property.name) && isIterator(object))
    found.push({ start, name: `${property.name} of an iterator`, instead: 'use an array' })
}

/** Iterators of a Map, a Set or a text. Object and Array methods of these names return arrays or are rarely meant. */
function isIterator(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  return ITERATORS.has(property.name) && object.name !== 'Object'
}

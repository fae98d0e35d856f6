import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { sourceFiles } from './source-files.mjs'

/** Static functions, by full name, that the oldest Safari of docs/platform.md, "Browsers", lacks, with their replacements. */
const STATIC_FUNCTIONS = {
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

const LAZY_METHODS = new Set(['map', 'filter', 'flatMap', 'take', 'drop', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'])
const ITERATOR_METHODS = new Set(['values', 'keys', 'entries', 'matchAll'])

/** Calls in the page and its workers that the oldest browsers do not support. */
export function findTooNew(root) {
  return ['src', 'workers', 'motion', 'shared'].flatMap((realm) => sourceFiles(root, realm).flatMap((file) => problemsOf(root, file)))
}

function problemsOf(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const foundCalls = []
  collectCalls(parseSync(file, source).program, foundCalls)
  return foundCalls.map(({ start, name, replacement }) => {
    const line = source.slice(0, start).split('\n').length
    return `${file}:${line}: ${name} is not in the oldest browsers of docs/platform.md, "Browsers": ${replacement}.`
  })
}

function collectCalls(node, foundCalls) {
  if (typeof node !== 'object' || node === null) return
  if (node.type === 'MemberExpression' && !node.computed) noteMember(node, foundCalls)
  const isOptionalCall = node.type === 'CallExpression' && node.optional
  for (const child of Array.isArray(node) ? node : isOptionalCall ? [node.callee.object, node.arguments] : Object.values(node))
    collectCalls(child, foundCalls)
}

function noteMember({ object, property, start }, foundCalls) {
  const fullName = `${object.type === 'Identifier' ? object.name : ''}.${property.name}`
  if (Object.hasOwn(STATIC_FUNCTIONS, fullName)) foundCalls.push({ start, name: fullName, replacement: STATIC_FUNCTIONS[fullName] })
  else if (Object.hasOwn(METHODS, property.name)) foundCalls.push({ start, name: property.name, replacement: METHODS[property.name] })
  else if (LAZY_METHODS.has(property.name) && isIterator(object))
    foundCalls.push({ start, name: `${property.name} of an iterator`, replacement: 'use an array' })
}

/**
 * Whether a call returns an iterator, such as `values` of a Map or `matchAll` of a text. Methods of `Object` with these names return
 * arrays.
 */
function isIterator(node) {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  return ITERATOR_METHODS.has(property.name) && object.name !== 'Object'
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { REALM_FOLDERS, sourceFiles } from './source-files.mjs'

/** Matches every predicate, and some other code. A file without a match is not parsed. */
const SUSPECT_TEXT = /\basserts\s|[:>]\s*\(?\w+\s+is\b|\bcustom\b/

/**
 * Type predicates, assertion signatures and `z.custom`, as sentences. The compiler trusts them without a check. Use a schema's parse, an
 * exhaustive switch or a lookup instead; their results are checked.
 */
export function findPredicates(root) {
  return [...REALM_FOLDERS, 'tests'].flatMap((realm) => sourceFiles(root, realm).flatMap((file) => problemsOf(root, file)))
}

function problemsOf(root, file) {
  const source = readFileSync(path.join(root, file), 'utf8')
  if (!SUSPECT_TEXT.test(source)) return []
  const foundClaims = []
  collectClaims(parseSync(file, source).program, foundClaims)
  return foundClaims.map(({ start, claim }) => {
    const line = source.slice(0, start).split('\n').length
    return `${file}:${line}: ${claim} claims a type without a proof: give the parsed value, or use a switch or a look-up.`
  })
}

function collectClaims(node, foundClaims) {
  if (typeof node !== 'object' || node === null) return
  if (node.type === 'TSTypePredicate')
    foundClaims.push({ start: node.start, claim: node.asserts ? 'an assertion signature' : 'a type predicate' })
  if (node.type === 'MemberExpression' && node.object.name === 'z' && node.property.name === 'custom')
    foundClaims.push({ start: node.start, claim: 'z.custom' })
  for (const child of Array.isArray(node) ? node : Object.values(node)) collectClaims(child, foundClaims)
}

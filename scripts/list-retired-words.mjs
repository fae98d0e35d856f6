// Lists each declared name, comment, test title and CSS class that contains a retired word, with its file and line:
//   node scripts/list-retired-words.mjs [folder or file …]
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync, visitorKeys } from 'oxc-parser'
import { RETIRED_WORDS, isException } from './retired-words.mjs'

const FOLDERS = ['src', 'workers', 'server', 'shared', 'motion', 'scripts', 'tests', 'config']
/** Files that are not checked: the seed is data, and the second file lists the words themselves. */
const EXCLUDED_PATHS = ['server/seed/', 'scripts/retired-words.mjs']
const TEST_FUNCTIONS = new Set(['test', 'it', 'describe', 'bench'])

const requestedPaths = process.argv.slice(2)
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name)),
).filter(
  (file) =>
    !EXCLUDED_PATHS.some((pathStart) => file.startsWith(pathStart)) &&
    (requestedPaths.length === 0 || requestedPaths.some((pathStart) => file.startsWith(pathStart))),
)

let entryCount = 0
for (const file of files.toSorted()) {
  const text = readFileSync(file, 'utf8')
  const entries = file.endsWith('.css') ? findInStyles(text) : findInCode(file, text)
  for (const { kind, words, offset } of entries) {
    const foundWords = retiredIn(words)
    if (foundWords.length === 0 || isException(file, words)) continue
    entryCount += 1
    console.log(`${file}:${lineAt(text, offset)} ${kind} [${foundWords.join(', ')}] ${words.replaceAll(/\s+/g, ' ').slice(0, 140)}`)
  }
}
console.log(`${entryCount} with a retired word`)

/** The retired words in a name, split at camel case, or in a text. */
function retiredIn(words) {
  const parts = words
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z']+/g)
  return [...new Set(parts ?? [])].filter((part) => RETIRED_WORDS.has(part))
}

function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length
}

function findInStyles(text) {
  const comments = [...text.matchAll(/\/\*[^]*?\*\//g)].map(({ 0: words, index }) => ({ kind: 'comment', words, offset: index }))
  const rules = text.replaceAll(/\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length))
  const names = rules.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)|(--[a-z][\w-]*)\s*:/gi)
  return [...comments, ...[...names].map(({ 0: words, index }) => ({ kind: 'style', words, offset: index }))]
}

function findInCode(file, text) {
  const { program, comments } = parseSync(file, text)
  const listedEntries = comments.map(({ value, start }) => ({ kind: 'comment', words: value, offset: start }))
  visit(program, (node) => {
    for (const name of declaredNames(node)) listedEntries.push({ kind: 'name', words: name.name, offset: name.start })
    const title = testTitle(node)
    if (title !== undefined) listedEntries.push({ kind: 'title', words: title.value, offset: title.start })
  })
  return listedEntries
}

function visit(node, onNode) {
  if (typeof node?.type !== 'string') return
  onNode(node)
  for (const key of visitorKeys[node.type] ?? []) for (const child of [node[key]].flat()) visit(child, onNode)
}

/** The identifiers that a node declares. A used name is listed only at its declaration. */
function declaredNames(node) {
  const key = node.computed !== true && node.key?.type === 'Identifier' ? [node.key] : []
  switch (node.type) {
    case 'VariableDeclarator':
      return boundNames(node.id)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSDeclareFunction':
      return [...(node.id === null ? [] : [node.id]), ...node.params.flatMap(boundNames)]
    case 'TSFunctionType':
    case 'TSMethodSignature':
      return [...key, ...node.params.flatMap(boundNames)]
    case 'TSPropertySignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return key
    case 'ObjectExpression':
      return node.properties.flatMap((property) =>
        property.type === 'Property' && !property.shorthand && !property.computed && property.key.type === 'Identifier'
          ? [property.key]
          : [],
      )
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return [node.id]
    case 'ImportSpecifier':
      return node.local.name === node.imported.name ? [] : [node.local]
    case 'CatchClause':
      return boundNames(node.param)
    default:
      return []
  }
}

function boundNames(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundNames(property.type === 'RestElement' ? property : property.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    default:
      return []
  }
}

function testTitle(node) {
  if (node.type !== 'CallExpression') return
  let callee = node.callee
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression')
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee
  const [titleArgument] = node.arguments
  if (!TEST_FUNCTIONS.has(callee.name)) return
  if (titleArgument?.type === 'Literal' && typeof titleArgument.value === 'string')
    return { value: titleArgument.value, start: titleArgument.start }
  if (titleArgument?.type === 'TemplateLiteral')
    return { value: titleArgument.quasis.map(({ value }) => value.cooked).join(' '), start: titleArgument.start }
}

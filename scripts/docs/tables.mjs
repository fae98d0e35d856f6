import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RULE_FILES } from '../nouns.mjs'
import { loadModules } from './load-modules.mjs'
import { tableText } from './markers.mjs'
import { nounTables } from './noun-tables.mjs'
import { numbersOf } from './numbers.mjs'
import { pageTables, TABLE_FILES } from './page-tables.mjs'

/** The tables of each document by name. The code defines their content; do not edit them by hand. */
export async function readTables(root) {
  const modules = await loadModules(root, [...Object.values(RULE_FILES).flat().map(ruleFile), ...TABLE_FILES])
  const numbers = Object.entries(RULE_FILES).map(([noun, names]) => [`docs/${noun}.md`, numbersTable(root, names.map(ruleFile), modules)])
  const parts = [Object.fromEntries(numbers), pageTables(modules), nounTables(root)]
  const documents = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries([...documents].map((file) => [file, Object.assign({}, ...parts.map((part) => part[file]))]))
}

function ruleFile(name) {
  return `shared/domain/${name}.ts`
}

function numbersTable(root, files, modules) {
  const parts = files
    .map((file) => ({ file, numbers: numbersOf(readFileSync(path.join(root, file), 'utf8'), modules[file]) }))
    .filter(({ numbers }) => numbers.length > 0)
  if (parts.length === 0) return {}
  const rows = parts.flatMap(({ numbers }) => numbers.map(({ name, value, decides }) => [`\`${name}\``, value, decides]))
  const sources = parts.map(({ file }) => `\`${file}\``).join(', ')
  return { numbers: `${tableText(['constant', 'value', 'decides'], rows)}\n\nIn code: ${sources}.` }
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findMarkerProblems } from '../docs/markers.mjs'
import { readTables } from '../docs/tables.mjs'
import { NOUNS, REALMS, RULE_FILES } from '../nouns.mjs'

const DOMAIN = 'shared/domain'

/**
 * Rule files without exactly one page, and nouns without a description. If there are none, tables of documents that differ from the code or
 * have a row without a meaning.
 */
export async function findTableProblems(root) {
  const ownerProblems = [...findOwnerProblems(readdirSync(path.join(root, DOMAIN)), RULE_FILES), ...findUnnamedNouns()]
  if (ownerProblems.length > 0) return ownerProblems
  const documents = Object.entries(await readTables(root))
  return documents.flatMap(([file, tables]) =>
    findMarkerProblems(file, readFileSync(path.join(root, file), 'utf8'), tables).concat(findUnsaid(file, tables.numbers ?? '')),
  )
}

/** The constants in a table whose meaning is empty, because the code has no comment above them. */
export function findUnsaid(file, table) {
  return [...table.matchAll(/^\| `(\w+)` \| .* \| \|$/gm)].map(
    ([, name]) => `${file}: nothing says what ${name} decides: write a comment above it.`,
  )
}

/** Finds rule files that no page or several pages name, and named rule files that do not exist. */
export function findOwnerProblems(files, ruleFiles) {
  const ownedFiles = Object.values(ruleFiles)
    .flat()
    .map((name) => `${name}.ts`)
  const unownedProblems = files
    .filter((file) => !ownedFiles.includes(file))
    .map((file) => `${DOMAIN}/${file} belongs to no page: name it in RULE_FILES of scripts/nouns.mjs.`)
  const duplicateProblems = ownedFiles
    .filter((file, index) => ownedFiles.indexOf(file) !== index)
    .map((file) => `scripts/nouns.mjs names ${file} twice.`)
  const missingProblems = ownedFiles
    .filter((file) => !files.includes(file))
    .map((file) => `scripts/nouns.mjs names ${DOMAIN}/${file}, which does not exist.`)
  return [...unownedProblems, ...duplicateProblems, ...missingProblems]
}

function findUnnamedNouns() {
  const nouns = new Set(REALMS.flatMap((realm) => Object.keys(realm.nouns)))
  return [...nouns]
    .filter((noun) => NOUNS[noun] === undefined)
    .map((noun) => `scripts/nouns.mjs does not say what ${noun} is: write it into NOUNS.`)
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sourceFiles } from './source-files.mjs'

const REALMS = ['src', 'workers', 'server']
const MOST_LINES = 350

/** The source files that are too long to be one thing. */
export function findHouseProblems(root) {
  return REALMS.flatMap((realm) => sourceFiles(root, realm))
    .map((file) => ({ file, lines: readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, at most ${MOST_LINES} are one thing.`)
}

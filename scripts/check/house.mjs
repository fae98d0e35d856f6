import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sourceFiles } from './source-files.mjs'

const REALMS = ['src', 'workers', 'server']
/** A file is one thing that can be named; many small ones hide it as well as one long one. It grows with what the product can do. */
const MOST_FILES = 1100
const MOST_LINES = 350
const MOST_LINES_OF_HALF = 80
const MOST_LINES_OF_NINE_IN_TEN = 200
const MOST_IMPORT_SHARE = 0.07

/** How many source files there are, how long they are, and how much of them only imports; and where that is too much. */
export function findHouseProblems(root) {
  const files = REALMS.flatMap((realm) => sourceFiles(root, realm)).map((file) => measure(root, file))
  const lengths = files.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)]
  const ninth = lengths[Math.floor(lengths.length * 0.9)]
  const importShare = sum(files, 'imports') / sum(files, 'lines')
  return {
    summary: `${files.length} files, median ${median} lines, nine in ten up to ${ninth}, longest ${lengths.at(-1)}, ${(100 * importShare).toFixed(1)} % imports`,
    problems: [
      ...(files.length > MOST_FILES ? [`${files.length} source files are more than ${MOST_FILES}: put what has one caller below it.`] : []),
      ...(median > MOST_LINES_OF_HALF ? [`half of the files are longer than ${median - 1} lines.`] : []),
      ...(ninth > MOST_LINES_OF_NINE_IN_TEN ? [`one file in ten is longer than ${ninth - 1} lines.`] : []),
      ...(importShare > MOST_IMPORT_SHARE ? [`${(100 * importShare).toFixed(1)} % of the lines are imports.`] : []),
      ...files
        .filter(({ lines }) => lines > MOST_LINES)
        .map(({ file, lines }) => `${file} has ${lines} lines, at most ${MOST_LINES} are one thing.`),
    ],
  }
}

function measure(root, file) {
  const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n')
  let imports = 0
  let isImport = false
  for (const line of lines) {
    if (line.startsWith('import ')) isImport = true
    if (isImport) imports += 1
    if (/ from '|^import '/.test(line)) isImport = false
  }
  return { file, lines: lines.length, imports }
}

function sum(files, key) {
  return files.reduce((total, file) => total + file[key], 0)
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { REALM_FOLDERS } from './source-files.mjs'

/** The number of equal consecutive code lines that counts as a duplicate. */
const RUN_LENGTH = 6
/**
 * Pairs of files that may have a run of equal lines in common, with the reason.
 * @type {Record<string, string>}
 */
const ALLOWED = {
  'src/billing/histories/history-dialog.module.css ~ src/billing/orders/order-cards.module.css':
    'Two unrelated rules of one and three declarations that happen to be neighbours in both: an id that may wrap, buttons in a row.',
}

/** Runs of equal code lines in two files, and allowed pairs without any, as sentences. */
export function findDuplicates(root, allowed = ALLOWED) {
  const runs = findRuns(REALM_FOLDERS.flatMap((realm) => readRealm(root, realm)))
  const foundPairs = new Set(runs.map(pairOf))
  return [
    ...runs.filter((run) => !Object.hasOwn(allowed, pairOf(run))).map(sentenceOf),
    ...Object.keys(allowed)
      .filter((pair) => !foundPairs.has(pair))
      .map((pair) => `${pair} share no ${RUN_LENGTH} lines any more: take the pair off the list in scripts/check/duplicates.mjs.`),
  ]
}

/** Finds runs of equal lines. Each run is found once: the lines directly before it differ. */
function findRuns(files) {
  const occurrences = new Map()
  const runs = []
  for (const { file, lines } of files) {
    for (let at = 0; at + RUN_LENGTH <= lines.length; at += 1) {
      const key = lines
        .slice(at, at + RUN_LENGTH)
        .map(({ text }) => text)
        .join('\n')
      const laterRun = { file, lines, at }
      const earlierRuns = occurrences.get(key) ?? []
      for (const earlierRun of earlierRuns) {
        if (startsRun(earlierRun, laterRun)) runs.push({ earlierRun, laterRun, length: lengthOf(earlierRun, laterRun) })
      }
      occurrences.set(key, [...earlierRuns, laterRun])
    }
  }
  return runs
}

function startsRun(earlierRun, laterRun) {
  if (earlierRun.file === laterRun.file && laterRun.at < earlierRun.at + RUN_LENGTH) return false
  const [earlierLine, laterLine] = [earlierRun.lines[earlierRun.at - 1], laterRun.lines[laterRun.at - 1]]
  return earlierLine === undefined || laterLine === undefined || earlierLine.text !== laterLine.text
}

function lengthOf(earlierRun, laterRun) {
  let length = RUN_LENGTH
  while (
    laterRun.lines[laterRun.at + length] !== undefined &&
    laterRun.lines[laterRun.at + length].text === earlierRun.lines[earlierRun.at + length]?.text
  )
    length += 1
  return length
}

function pairOf({ earlierRun, laterRun }) {
  return earlierRun.file < laterRun.file ? `${earlierRun.file} ~ ${laterRun.file}` : `${laterRun.file} ~ ${earlierRun.file}`
}

function sentenceOf({ earlierRun, laterRun, length }) {
  return `${lineRange(earlierRun, length)} and ${lineRange(laterRun, length)} are the same ${length} lines of code: put them in one place.`
}

function lineRange({ file, lines, at }, length) {
  return `${file}:${lines[at].number}-${lines[at + length - 1].number}`
}

function readRealm(root, realm) {
  return readdirSync(path.join(root, realm), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|css)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted()
    .map((file) => ({ file, lines: codeLines(readFileSync(path.join(root, file), 'utf8')) }))
}

/** The lines of a file that are neither comments nor imports and have a letter or digit; spaces are collapsed. */
function codeLines(source) {
  const lines = []
  let isComment = false
  let isImport = false
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.trim().replace(/\s+/g, ' ')
    if (text.startsWith('/*')) isComment = true
    if (text.startsWith('import ')) isImport = true
    if (!isComment && !isImport && !text.startsWith('//') && /\w/.test(text)) lines.push({ text, number: index + 1 })
    if (text.includes('*/')) isComment = false
    if (/ from '|^import '/.test(text)) isImport = false
  }
  return lines
}

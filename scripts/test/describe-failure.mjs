import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from '../ensure-installed.mjs'

const MAX_LINES = 12
const FOREIGN_FRAME = /^\s+at (?:.*node_modules|.*node:internal|new Promise)/

/** A failure in the final list: the test's name, the start of its message, and the paths of its trace and picture. */
export function describeFailure(name, message = 'no reason was given', traces = []) {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n')
  const messageLines = lines.filter((line) => !FOREIGN_FRAME.test(line)).slice(0, MAX_LINES)
  const traceFiles = traces.map((trace) => trace.replace(`${projectRoot}${path.sep}`, ''))
  return [name, ...[...messageLines, ...traceFiles].map((line) => `    ${line}`)].join('\n')
}

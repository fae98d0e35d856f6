// Measures edits of a video of ten seconds at 720p in Chromium's media worker: npm run bench -- editing
import { spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { tableOf, writeResults } from '../write-results.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const TEST_FILE = 'tests/browser/editing/edit-video.test.ts'
/** The line that the test prints for each edit. */
const EDIT_LINE = /^(.+): ([\d.]+) s for ([\d.]+) s, ([\d.]+) MB$/

const machineLoad = loadavg()[0].toFixed(1)
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const run = spawnSync(process.execPath, [vitest, 'run', '--config', 'config/vitest.browser.config.ts', TEST_FILE], {
  cwd: ROOT,
  encoding: 'utf8',
  env: { ...process.env, NO_COLOR: '1' },
})
const rows = `${run.stdout}\n${run.stderr}`.split('\n').flatMap((line) => {
  const [, name, elapsedSeconds, length, size] = EDIT_LINE.exec(line.trim()) ?? []
  return name === undefined ? [] : [[name, elapsedSeconds, length, (elapsedSeconds / Math.max(length, 1 / 24)).toFixed(2), size]]
})
if (run.status !== 0 || rows.length === 0) {
  console.error(run.stdout, run.stderr)
  process.exit(1)
}
writeResults(
  'Editing',
  [
    `Times include the start of the worker where it was not there. Load of the machine before: ${machineLoad}.`,
    '',
    ...tableOf(['edit', 's', 'length, s', '× length', 'MB'], rows),
  ],
  'Chromium',
)

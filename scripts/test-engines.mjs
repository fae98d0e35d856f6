import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, exitWith, projectRoot } from './ensure-installed.mjs'
import { closingLines } from './test/results.mjs'
import { runEngines } from './test/run-engines.mjs'

const WRITE_FLAG = '--write'
const PAGE_FILE = 'docs/engines.md'
const PAGE_HEAD = `# Browser engines

What each engine was last proved to do, by \`npm run test:engines -- ${WRITE_FLAG}\`, which writes this page: ✓ done, ✗ broken, — can't be tried there.
`

const engineNames = process.argv.slice(2).filter((argument) => argument !== WRITE_FLAG)
ensureInstalled()
const { ensureBrowsers } = await import('./ensure-chrome.mjs')
Object.assign(process.env, await ensureBrowsers())
await ensureBuilt()
const { result, table, isWhole } = runEngines(engineNames)
if (process.argv.includes(WRITE_FLAG)) {
  if (!isWhole) exitWith(`${PAGE_FILE} stays as it was: not every engine was tried.`)
  writeFileSync(path.join(projectRoot, PAGE_FILE), [PAGE_HEAD, ...table, ''].join('\n'))
}
for (const line of closingLines(result)) console.log(line)
process.exitCode = result.failures.length === 0 ? 0 : 1

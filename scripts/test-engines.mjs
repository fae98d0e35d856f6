import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, exitWith, projectRoot } from './ensure-installed.mjs'
import { closingLines } from './test/results.mjs'
import { runEngines } from './test/run-engines.mjs'

const WRITE = '--write'
const PAGE = 'docs/engines.md'
const HEAD = `# Browser engines

What each engine was last proved to do, by \`npm run test:engines -- ${WRITE}\`, which writes this page: ✓ done, ✗ broken, — can't be tried there.
`

const names = process.argv.slice(2).filter((argument) => argument !== WRITE)
ensureInstalled()
const { ensureBrowsers } = await import('./ensure-chrome.mjs')
Object.assign(process.env, await ensureBrowsers())
await ensureBuilt()
const { result, table, isWhole } = runEngines(names)
if (process.argv.includes(WRITE)) {
  if (!isWhole) exitWith(`${PAGE} stays as it was: not every engine was tried.`)
  writeFileSync(path.join(projectRoot, PAGE), [HEAD, ...table, ''].join('\n'))
}
for (const line of closingLines(result)) console.log(line)
process.exitCode = result.failures.length === 0 ? 0 : 1

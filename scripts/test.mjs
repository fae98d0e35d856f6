import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'
import { readFailures } from './read-failures.mjs'

ensureInstalled()
const { ensureChrome } = await import('./ensure-chrome.mjs')
const startedMs = performance.now()
const reports = mkdtempSync(path.join(tmpdir(), 'kinora-test-'))
const chrome = await ensureChrome()
const env = { ...process.env, CHROME_PATH: chrome }
ensureBuilt()

const isChecked = runNode(['scripts/check.mjs']) === 0
const check = isChecked ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: ['npm run check'] }
const results = [
  check,
  vitest('vitest.config.ts', 'vitest.json'),
  vitest('vitest.browser.config.ts', 'browser.json'),
  playwright('playwright.json'),
]
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`)
rmSync(reports, { recursive: true, force: true })
console.log(`Tests took ${((performance.now() - startedMs) / 60_000).toFixed(1)} min.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function vitest(config, report) {
  const file = path.join(reports, report)
  const status = runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    config,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return counted(status, file, ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }))
}

function playwright(report) {
  const file = path.join(reports, report)
  const status = runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return counted(status, file, ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }))
}

/** A runner that ends badly has failed, whatever it counted. */
function counted(status, file, read) {
  try {
    const whole = JSON.parse(readFileSync(file, 'utf8'))
    const { passed, failed } = read(whole)
    return { passed, failed: status === 0 ? failed : Math.max(1, failed), failures: readFailures(whole) }
  } catch {
    return { passed: 0, failed: 1, failures: [`no report in ${path.basename(file)}`] }
  }
}

function runNode(args, extra = {}) {
  return spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env: { ...env, ...extra } }).status
}

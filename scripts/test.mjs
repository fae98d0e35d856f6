import { buildIfChanged } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { addResults, closingLines, shareOut, timeLines } from './test/results.mjs'
import { runPlaywright, runVitest, writeReport } from './test/runners.mjs'

const startedMs = performance.now()
const stages = []
Object.assign(process.env, await timed('install', install))
const { runChecks } = await import('./check/run-checks.mjs')
const isBuilt = timed('build', buildIfChanged)
const isChecked = await timed('check (beside the build)', () => runChecks(isBuilt))
const check = isChecked ? { passed: 1, failures: [], files: [] } : { passed: 0, failures: ['npm run check'], files: [] }
const result = isChecked ? addResults([check, ...(await runStages())]) : check
const { passed, failures } = result
writeReport('totals', { passed, failed: failures.length, stages })
for (const line of timeLines({ stages, files: result.files, minutes: minutesSince(startedMs) })) console.log(line)
for (const line of closingLines(result)) console.log(line)
process.exitCode = failures.length === 0 ? 0 : 1

async function install() {
  ensureInstalled()
  const { ensureBrowsers } = await import('./ensure-chrome.mjs')
  return ensureBrowsers()
}

async function runStages() {
  const nodeStartedMs = performance.now()
  const node = runVitest('node', [])
  stages.push(...shareOut(minutesSince(nodeStartedMs), node))
  const browser = await timed('browser', () => runVitest('browser', ['--config', 'config/vitest.browser.config.ts']))
  const e2e = await timed('e2e', () => runPlaywright('e2e', ['--project=shared', '--project=whole']))
  return [node, browser, e2e]
}

async function timed(name, work) {
  const fromMs = performance.now()
  const value = await work()
  stages.push({ name, minutes: minutesSince(fromMs) })
  return value
}

function minutesSince(fromMs) {
  return (performance.now() - fromMs) / 60_000
}

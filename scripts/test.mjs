import { buildIfChanged } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { mergeResults, closingLines, shareOut, timeLines } from './test/results.mjs'
import { runPlaywright, runVitest, writeReport } from './test/runners.mjs'

const startedMs = performance.now()
const stages = []
Object.assign(process.env, await timeStage('install', installBrowsers))
const { runChecks } = await import('./check/run-checks.mjs')
const buildPromise = timeStage('build', buildIfChanged)
const isChecked = await timeStage('check (beside the build)', () => runChecks(buildPromise))
const checkResult = isChecked ? { passed: 1, failures: [], files: [] } : { passed: 0, failures: ['npm run check'], files: [] }
const result = isChecked ? mergeResults([checkResult, ...(await runStages())]) : checkResult
const { passed, failures } = result
writeReport('totals', { passed, failed: failures.length, stages })
for (const line of timeLines({ stages, files: result.files, minutes: minutesSince(startedMs) })) console.log(line)
for (const line of closingLines(result)) console.log(line)
process.exitCode = failures.length === 0 ? 0 : 1

async function installBrowsers() {
  ensureInstalled()
  const { ensureBrowsers } = await import('./ensure-chrome.mjs')
  return ensureBrowsers()
}

async function runStages() {
  const nodeStartedMs = performance.now()
  const nodeResult = runVitest('node', [])
  stages.push(...shareOut(minutesSince(nodeStartedMs), nodeResult))
  const browserResult = await timeStage('browser', () => runVitest('browser', ['--config', 'config/vitest.browser.config.ts']))
  const e2eResult = await timeStage('e2e', () => runPlaywright('e2e', ['--project=shared', '--project=whole']))
  return [nodeResult, browserResult, e2eResult]
}

async function timeStage(name, work) {
  const startMs = performance.now()
  const value = await work()
  stages.push({ name, minutes: minutesSince(startMs) })
  return value
}

function minutesSince(startMs) {
  return (performance.now() - startMs) / 60_000
}

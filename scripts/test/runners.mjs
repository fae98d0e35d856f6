import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../ensure-installed.mjs'
import { readPlaywright } from './read-playwright.mjs'

const REPORTS = path.join(projectRoot, 'test-results', 'reports')
const VITEST_REPORTER = './scripts/test/vitest-reporter.mjs'

/** Runs Vitest and returns its result. The report is stored as `test-results/reports/<name>.json`. */
export function runVitest(name, args, { env = {}, reporter = 'minimal' } = {}) {
  const file = reportFile(name)
  const reporters = [`--reporter=${reporter}`, `--reporter=${VITEST_REPORTER}`]
  const status = runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], { ...env, VITEST_REPORT: file })
  return resultIn(file, status, (report) => report)
}

/** Runs Playwright and returns its result. The report is stored as `test-results/reports/<name>.json`. */
export function runPlaywright(name, args, { env = {} } = {}) {
  const file = reportFile(name)
  const cli = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json', ...args]
  const status = runNode(cli, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return resultIn(file, status, (report) => readPlaywright(report, 'e2e'))
}

export function readReport(name) {
  return JSON.parse(readFileSync(path.join(REPORTS, `${name}.json`), 'utf8'))
}

export function writeReport(name, report) {
  writeFileSync(reportFile(name), JSON.stringify(report))
}

/** Deletes an earlier report, so that it cannot count for this run. */
export function reportFile(name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

/** A runner with a failing exit status has failed, whatever its report contains. */
function resultIn(file, status, readResult) {
  const emptyResult = { passed: 0, failures: [], files: [] }
  try {
    const result = readResult(JSON.parse(readFileSync(file, 'utf8')))
    const isSilentFailure = status !== 0 && result.failures.length === 0
    return isSilentFailure
      ? { ...result, failures: [`${path.basename(file)}: the runner ended with ${status} and named no failure`] }
      : result
  } catch {
    return { ...emptyResult, failures: [`no report in ${path.basename(file)}`] }
  }
}

function runNode(args, extraEnv) {
  const { FORCE_COLOR: _, ...env } = process.env
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  return spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env: { ...env, ...colours, ...extraEnv } }).status
}

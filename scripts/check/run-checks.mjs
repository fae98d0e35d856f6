import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { projectRoot } from '../ensure-installed.mjs'
import { findBrokenArrows, findCycles } from './arrows.mjs'
import { findTooNew } from './browsers.mjs'
import { findComposeProblems } from './composes.mjs'
import { findDirectionProblems } from './directions.mjs'
import { findTableProblems } from './doc-tables.mjs'
import { findDocumentProblems } from './documents.mjs'
import { findDuplicates } from './duplicates.mjs'
import { findEngineProblems } from './engines.mjs'
import { findLocaleProblems } from './locales.mjs'
import { findPredicates } from './predicates.mjs'
import { findSizeProblems } from './sizes.mjs'

const CHECKS = {
  format: () => runTool('oxfmt', ['--check']),
  lint: () => runTool('oxlint', ['--deny-warnings']),
  types: () => runTool('tsc', ['-b']),
  unused: () => runTool('knip', []),
  kernel: () => runNodeScript(['scripts/kernel.mjs', '--check']),
  arrows: inThisProcess(() => [...findBrokenArrows(projectRoot), ...findCycles(projectRoot)]),
  browsers: inThisProcess(() => findTooNew(projectRoot)),
  composes: inThisProcess(() => findComposeProblems(projectRoot)),
  directions: inThisProcess(() => findDirectionProblems(projectRoot)),
  documents: inThisProcess(() => findDocumentProblems(projectRoot)),
  duplicates: inThisProcess(() => findDuplicates(projectRoot)),
  engines: inThisProcess(() => findEngineProblems(projectRoot)),
  locales: inThisProcess(() => findLocaleProblems(projectRoot)),
  predicates: inThisProcess(() => findPredicates(projectRoot)),
  sizes: async (buildPromise) => {
    if (!(await buildPromise)) return ['there is no build to measure.']
    return logSummary('sizes', findSizeProblems(projectRoot))
  },
  tables: inThisProcess(() => findTableProblems(projectRoot)),
}

/**
 * Runs all checks in parallel with the build, prints the problems, and returns whether there are none. Without a build (null) it skips
 * `sizes`.
 */
export async function runChecks(buildPromise) {
  const startedMs = performance.now()
  const checks = Object.entries(CHECKS).filter(([name]) => name !== 'sizes' || buildPromise !== null)
  const results = await Promise.all(checks.map(async ([name, check]) => ({ name, problems: await check(buildPromise) })))
  for (const { name, problems } of results) {
    for (const problem of problems) console.error(`${name}: ${problem}`)
  }
  const failedChecks = results.filter(({ problems }) => problems.length > 0)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`check: ${results.length - failedChecks.length} passed, ${failedChecks.length} failed in ${seconds} s`)
  return failedChecks.length === 0
}

function logSummary(name, { summary, problems }) {
  console.log(`${name}: ${summary}`)
  return problems
}

/** Runs a check in this process, after the checks that run in other processes have started. */
function inThisProcess(findProblems) {
  return async () => {
    await setImmediate()
    return findProblems()
  }
}

function runTool(name, args) {
  const folder = path.join(projectRoot, 'node_modules', name === 'tsc' ? 'typescript' : name)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return runNodeScript([path.join(folder, typeof bin === 'string' ? bin : bin[name]), ...args])
}

function runNodeScript(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: projectRoot })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim()]))
  })
}

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
  format: () => tool('oxfmt', ['--check']),
  lint: () => tool('oxlint', ['--deny-warnings']),
  types: () => tool('tsc', ['-b']),
  unused: () => tool('knip', []),
  kernel: () => node(['scripts/kernel.mjs', '--check']),
  arrows: here(() => [...findBrokenArrows(projectRoot), ...findCycles(projectRoot)]),
  browsers: here(() => findTooNew(projectRoot)),
  composes: here(() => findComposeProblems(projectRoot)),
  directions: here(() => findDirectionProblems(projectRoot)),
  documents: here(() => findDocumentProblems(projectRoot)),
  duplicates: here(() => findDuplicates(projectRoot)),
  engines: here(() => findEngineProblems(projectRoot)),
  locales: here(() => findLocaleProblems(projectRoot)),
  predicates: here(() => findPredicates(projectRoot)),
  sizes: async (isBuilt) => {
    if (!(await isBuilt)) return ['there is no build to measure.']
    return report('sizes', findSizeProblems(projectRoot))
  },
  tables: here(() => findTableProblems(projectRoot)),
}

/**
 * Runs all checks in parallel with the build, prints the problems, and returns whether there are none. Without a build (null) it skips
 * `sizes`.
 */
export async function runChecks(isBuilt) {
  const startedMs = performance.now()
  const checks = Object.entries(CHECKS).filter(([name]) => name !== 'sizes' || isBuilt !== null)
  const results = await Promise.all(checks.map(async ([name, check]) => ({ name, problems: await check(isBuilt) })))
  for (const { name, problems } of results) {
    for (const problem of problems) console.error(`${name}: ${problem}`)
  }
  const failed = results.filter(({ problems }) => problems.length > 0)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`check: ${results.length - failed.length} passed, ${failed.length} failed in ${seconds} s`)
  return failed.length === 0
}

function report(name, { summary, problems }) {
  console.log(`${name}: ${summary}`)
  return problems
}

/** Runs a check in this process, after the checks of other processes have started. */
function here(findProblems) {
  return async () => {
    await setImmediate()
    return findProblems()
  }
}

function tool(name, args) {
  const folder = path.join(projectRoot, 'node_modules', name === 'tsc' ? 'typescript' : name)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return node([path.join(folder, typeof bin === 'string' ? bin : bin[name]), ...args])
}

function node(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: projectRoot })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim()]))
  })
}

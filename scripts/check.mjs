import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

ensureInstalled()
const startedMs = performance.now()
const { findBrokenArrows, findCycles } = await import('./check/arrows.mjs')
const { findDirectionProblems } = await import('./check/directions.mjs')
const { findDocumentProblems } = await import('./check/documents.mjs')
const { findEngineProblems } = await import('./check/engines.mjs')
const { findLocaleProblems } = await import('./check/locales.mjs')
const { findSizeProblems } = await import('./check/sizes.mjs')

const checks = {
  format: () => tool('oxfmt', ['--check']),
  lint: () => tool('oxlint', ['--deny-warnings']),
  types: () => tool('tsc', ['-b']),
  unused: () => tool('knip', []),
  kernel: () => node(['scripts/kernel.mjs', '--check']),
  arrows: async () => [...findBrokenArrows(projectRoot), ...findCycles(projectRoot)],
  directions: async () => findDirectionProblems(projectRoot),
  documents: async () => findDocumentProblems(projectRoot),
  engines: async () => findEngineProblems(projectRoot),
  locales: async () => findLocaleProblems(projectRoot),
  sizes: async () => {
    ensureBuilt()
    const { summary, problems } = findSizeProblems(projectRoot)
    console.log(`sizes: ${summary}`)
    return problems
  },
}

const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => ({ name, problems: await check() })))
for (const { name, problems } of results) {
  for (const problem of problems) console.error(`${name}: ${problem}`)
}
const failed = results.filter(({ problems }) => problems.length > 0)
console.log(
  `check: ${results.length - failed.length} passed, ${failed.length} failed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`,
)
process.exitCode = failed.length === 0 ? 0 : 1

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

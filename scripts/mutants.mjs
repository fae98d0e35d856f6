import path from 'node:path'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'
import { groups } from './mutant-groups.mjs'

ensureInstalled()
const { Stryker } = await import('@stryker-mutator/core')

const KILLED = new Set(['Killed', 'Timeout'])
const SURVIVED = new Set(['Survived', 'NoCoverage'])

/** `npm run mutants -- hub`, or one of its parts: `npm run mutants -- hub order-watch`. */
const [group, part] = process.argv.slice(2)
requireName(group, groups)
requireName(part, groups[group]?.parts ?? {})
const groupNames = group === undefined ? Object.keys(groups) : [group]

process.chdir(projectRoot)
const results = []
for (const name of groupNames) results.push({ name, mutants: await mutateGroup(name) })
for (const { name, mutants } of results) {
  const { leastScore } = groups[name]
  printFiles(mutants)
  console.log(`${scoreLine(name, mutants)}, at least ${leastScore} %\n`)
  if (scoreOf(mutants) < leastScore) process.exitCode = 1
}

async function mutateGroup(name) {
  const mutants = []
  for (const [label, { sources, tests }] of Object.entries(groups[name].parts)) {
    if (part !== undefined && label !== part) continue
    process.env.MUTANTS_TESTS = tests.join(' ')
    const incrementalFile = path.join('node_modules', '.cache', 'mutants', `${name}-${label}.json`)
    mutants.push(...(await new Stryker({ mutate: sources, incrementalFile }).runMutationTest()))
  }
  return mutants
}

function printFiles(mutants) {
  const files = [...new Set(mutants.map(({ fileName }) => fileName))].toSorted((a, b) => a.localeCompare(b))
  for (const file of files)
    console.log(
      scoreLine(
        path.relative(projectRoot, file),
        mutants.filter(({ fileName }) => fileName === file),
      ),
    )
}

function scoreLine(label, mutants) {
  const killed = countMutants(mutants, KILLED)
  return `${label}: ${scoreOf(mutants).toFixed(1)} %, ${killed} of ${killed + countMutants(mutants, SURVIVED)}`
}

function scoreOf(mutants) {
  const killed = countMutants(mutants, KILLED)
  const countedTotal = killed + countMutants(mutants, SURVIVED)
  return countedTotal === 0 ? 100 : (100 * killed) / countedTotal
}

function countMutants(mutants, statuses) {
  return mutants.filter(({ status }) => statuses.has(status)).length
}

function requireName(name, validNames) {
  if (name === undefined || name in validNames) return
  console.error(`There is no ${name}, only ${Object.keys(validNames).join(', ')}.`)
  process.exit(1)
}

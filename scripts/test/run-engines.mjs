import { ensureEngines } from '../ensure-engines.mjs'
import { engineTable } from './engines-table.mjs'
import { mergeResults } from './results.mjs'
import { readReport, reportFile, runVitest } from './runners.mjs'

const REPORTER = './scripts/test/engines-reporter.mjs'
const MARKS_REPORT = 'engines-marks'
/** Engines whose worker suites run here. The ordinary run covers Chromium. */
const hasSuites = ({ name }) => name !== 'Chromium'

/**
 * Runs the main job and the worker suites in each engine of this machine, or in the named engines. Prints and returns the table of steps.
 */
export function runEngines(names = []) {
  const engines = ensureEngines()
  const requestedEngines = engines.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const { name, version } of requestedEngines) if (version === undefined) console.log(`${name} is not on this machine: skipped`)
  const triedEngines = requestedEngines.filter(({ version }) => version !== undefined)
  const programs = engines.map((engine) => [engine.variable, triedEngines.includes(engine) ? engine.program : ''])
  const env = { ...Object.fromEntries(programs), ENGINES_REPORT: reportFile(MARKS_REPORT) }
  const runTests = (name, config, ...extraArguments) =>
    runVitest(name, ['--config', config, ...extraArguments], { env, reporter: 'verbose' })
  const stepResult = runTests('engines', 'config/vitest.engines.config.ts', `--reporter=${REPORTER}`)
  const suiteResults = triedEngines.some(hasSuites) ? [runTests('engine-suites', 'config/vitest.engine-suites.config.ts')] : []
  const table = engineTable(readReport(MARKS_REPORT), engines)
  for (const line of ['', ...table, '']) console.log(line)
  return { result: mergeResults([stepResult, ...suiteResults]), table, isWhole: triedEngines.length === engines.length }
}

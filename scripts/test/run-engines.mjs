import { ensureEngines } from '../ensure-engines.mjs'
import { engineTable } from './engines-table.mjs'
import { addResults } from './results.mjs'
import { readReport, reportFile, runVitest } from './runners.mjs'

const REPORTER = './scripts/test/engines-reporter.mjs'
const MARKS = 'engines-marks'
/** Engines whose worker suites run here. The ordinary run covers Chromium. */
const WITH_SUITES = ({ name }) => name !== 'Chromium'

/**
 * Runs the main job and the worker suites in each engine of this machine, or in the named engines. Prints and returns the table of steps.
 */
export function runEngines(names = []) {
  const engines = ensureEngines()
  const wanted = engines.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const { name, version } of wanted) if (version === undefined) console.log(`${name} is not on this machine: skipped`)
  const tried = wanted.filter(({ version }) => version !== undefined)
  const programs = engines.map((engine) => [engine.variable, tried.includes(engine) ? engine.program : ''])
  const env = { ...Object.fromEntries(programs), ENGINES_REPORT: reportFile(MARKS) }
  const run = (name, config, ...more) => runVitest(name, ['--config', config, ...more], { env, reporter: 'verbose' })
  const steps = run('engines', 'config/vitest.engines.config.ts', `--reporter=${REPORTER}`)
  const suites = tried.some(WITH_SUITES) ? [run('engine-suites', 'config/vitest.engine-suites.config.ts')] : []
  const table = engineTable(readReport(MARKS), engines)
  for (const line of ['', ...table, '']) console.log(line)
  return { result: addResults([steps, ...suites]), table, isWhole: tried.length === engines.length }
}

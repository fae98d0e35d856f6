import { buildIfChanged } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

ensureInstalled()
const { runChecks } = await import('./check/run-checks.mjs')
process.exitCode = (await runChecks(buildIfChanged())) ? 0 : 1

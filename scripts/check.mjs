import { buildIfChanged } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'

ensureInstalled()
const { runChecks } = await import('./check/run-checks.mjs')
const buildPromise = process.argv.includes('--without-build') ? null : buildIfChanged()
process.exitCode = (await runChecks(buildPromise)) ? 0 : 1

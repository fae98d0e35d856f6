import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, exitWith, projectRoot } from './ensure-installed.mjs'

/** The tests that break something on purpose: processes, clocks, connections, the database, the store, the network, sent bytes. */
const FILES = ['faults.long', 'fleet.long', 'bucket', 'drain', 'migrations', 'restart', 'upload'].map(
  (name) => `tests/server/${name}.test.ts`,
)
const LIMIT_MS = 10 * 60 * 1000
const SEED_COUNT = 2 ** 31

const { PROPERTY_SEED = String(randomInt(SEED_COUNT)) } = process.env
ensureInstalled()
await ensureBuilt()
console.log(`PROPERTY_SEED=${PROPERTY_SEED} gives the same faults again.`)
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter=verbose', ...FILES]
const testRun = spawn(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, LONG: '1', PROPERTY_SEED } })
const timer = setTimeout(() => {
  testRun.kill('SIGKILL')
  exitWith('The faults took longer than ten minutes.')
}, LIMIT_MS)
testRun.once('exit', (status) => {
  clearTimeout(timer)
  process.exitCode = status ?? 1
})

import { ensureInstalled, projectRoot } from './ensure-installed.mjs'
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './ensure-built.mjs'

ensureInstalled()
const { ensureChrome } = await import('./ensure-chrome.mjs')
const { BAD_NETWORK_COMMITS = '200', SCHEDULES = '500' } = process.env
const env = { ...process.env, BAD_NETWORK_COMMITS, SCHEDULES, LONG: '1', CHROME_PATH: await ensureChrome() }
ensureBuilt()

const tests = ['tests/server/bad-network.test.ts', 'tests/unit/hub/schedules.test.ts']
const results = [
  runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'unit', ...tests]),
  runNode(['node_modules/@playwright/test/cli.js', 'test']),
]
process.exitCode = results.every((status) => status === 0) ? 0 : 1

function runNode(args) {
  return spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit', env }).status
}

import { ensureInstalled, projectRoot } from './ensure-installed.mjs'
import { spawnSync } from 'node:child_process'

ensureInstalled()
const { BAD_NETWORK_COMMITS = '200', SCHEDULES = '500' } = process.env
const env = { ...process.env, BAD_NETWORK_COMMITS, SCHEDULES }
const tests = ['tests/server/bad-network.test.ts', 'tests/unit/hub/schedules.test.ts']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--project', 'unit', ...tests]
process.exitCode = spawnSync(process.execPath, vitest, { cwd: projectRoot, stdio: 'inherit', env }).status ?? 1

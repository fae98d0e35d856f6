import { ensureInstalled, projectRoot } from './ensure-installed.mjs'
import { spawnSync } from 'node:child_process'

ensureInstalled()
const env = { ...process.env, BAD_NETWORK_COMMITS: process.env.BAD_NETWORK_COMMITS ?? '200' }
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'tests/server/bad-network.test.ts']
process.exitCode = spawnSync(process.execPath, vitest, { cwd: projectRoot, stdio: 'inherit', env }).status ?? 1

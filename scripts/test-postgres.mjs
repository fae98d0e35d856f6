import { ensureInstalled, exitWith, projectRoot } from './ensure-installed.mjs'
import { spawnSync } from 'node:child_process'

if (!process.env.TEST_DATABASE_URL) exitWith('Set TEST_DATABASE_URL to a PostgreSQL server on which databases may be made.')
ensureInstalled()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server']
process.exitCode = spawnSync(process.execPath, vitest, { cwd: projectRoot, stdio: 'inherit' }).status ?? 1

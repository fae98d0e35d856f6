import { ensureInstalled, exitWith } from './ensure-installed.mjs'
import { parseShard } from './test/long-shards.mjs'

const shard = parseShard(process.argv.slice(2))
if (shard === null) exitWith('Say which shard as in: npm run test:postgres -- --shard=3/8')
ensureInstalled()
const { runOnPostgres } = await import('./test/run-on-postgres.mjs')
const { failures } = await runOnPostgres(shard)
process.exitCode = failures.length === 0 ? 0 : 1

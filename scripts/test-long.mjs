import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled, exitWith } from './ensure-installed.mjs'
import { parseShard } from './test/long-shards.mjs'
import { closingLines } from './test/results.mjs'
import { runLong } from './test/run-long.mjs'

const shard = parseShard(process.argv.slice(2))
if (shard === null) exitWith('Say which shard as in: npm run test:long -- --shard=3/8')
ensureInstalled()
const { ensureBrowsers } = await import('./ensure-chrome.mjs')
Object.assign(process.env, await ensureBrowsers())
const result = await runLong(shard, ensureBuilt)
for (const line of closingLines(result)) console.log(line)
process.exitCode = result.failures.length === 0 ? 0 : 1

import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './ensure-built.mjs'
import { projectRoot } from './ensure-installed.mjs'
import { SHARDS, shardOfCommit } from './test/long-shards.mjs'
import { closingLines } from './test/results.mjs'
import { runLong } from './test/run-long.mjs'
import { readReport } from './test/runners.mjs'

const { ensureBrowsers } = await import('./ensure-chrome.mjs')
Object.assign(process.env, await ensureBrowsers())
const startedMs = performance.now()
const { passed } = readReport('totals')
const { passed: longPassed, failures } = await runLong({ shard: shardOfCommit(countCommits()), count: SHARDS }, ensureBuilt)
console.log(`The long shard took ${((performance.now() - startedMs) / 60_000).toFixed(1)} min.`)
for (const line of closingLines({ passed: passed + longPassed, failures })) console.log(line)
process.exitCode = failures.length === 0 ? 0 : 1

/** The number of commits. Null, after a message, if they cannot be counted. */
function countCommits() {
  const isShallow = git('rev-parse', '--is-shallow-repository')
  const commits = Number(git('rev-list', '--count', 'HEAD') || Number.NaN)
  if (isShallow === 'false' && commits > 0) return commits
  console.log(isShallow === 'true' ? 'The clone is shallow: its commits can’t be counted.' : 'There is no history of commits to count.')
  return null
}

function git(...args) {
  return spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).stdout?.trim()
}

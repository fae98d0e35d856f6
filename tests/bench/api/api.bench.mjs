// Measures API requests over HTTP to one server process on PostgreSQL, against the same SQL statements sent directly. Also measures how
// their cost grows with the amount of work. Run it on an idle machine: npm run bench -- api [seconds of each of five rounds]
import { rm } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ensureBuilt } from '../../../scripts/ensure-built.mjs'
import { bundle } from '../bundle.mjs'
import { writeResults } from '../write-results.mjs'
import { openConnection } from './connection.mjs'
import { addGrown, openDatabases, startWeb } from './databases.mjs'
import { measureHistory, measurePolls, measureWaiting } from './growth.mjs'
import { reportApi } from './report.mjs'
import { createRequests } from './requests.mjs'
import { AT_ONCE, measure, measureFor, median, p99, replay } from './rounds.mjs'

const ROUNDS = 5
const POOL = 10
/** Each measured function runs this long before the measurement, so that its code is compiled. */
const WARM_UP_MS = 2000
/** The number of commits is fixed, because each of their recorded statements can be sent only once. */
const COMMITS_A_SECOND = 16
const READS = ['poll', 'history', 'balance', 'gallery']
const seconds = Number(process.argv[2] ?? 2)
const [load] = loadavg()
const commits = Math.ceil(seconds * COMMITS_A_SECOND)

await ensureBuilt()
const bundled = await bundle({
  calls: 'tests/bench/api/calls.ts',
  'open-database': 'server/database/open-database.ts',
  'open-boss': 'server/queue/open-boss.ts',
  'generation-queue': 'server/creations/jobs/generation-queue.ts',
  'task-lease': 'server/creations/jobs/task-lease.ts',
  'recover-tasks': 'server/creations/jobs/recover-tasks.ts',
})
const bench = { api: await import(bundled.urlOf('calls')) }
const databases = await openDatabases()
const { clients } = databases

function requestsFor(port) {
  return clients.map((visitor) => createRequests({ ...bench, port }, { ...visitor, batchId: visitor.batchIds[0] }))
}

/** Records, for each visitor, the statements of each read and of all its commits. */
async function record() {
  const server = await startWeb(await databases.copy('recorded'), ['--import', join(import.meta.dirname, 'record-statements.mjs')])
  const connection = await openConnection(server.port)
  const statementsOf = async (request) => {
    const statements = new Promise((resolve) => server.process.once('message', resolve))
    await connection.send(request)
    return statements
  }
  const recorded = []
  for (const requests of requestsFor(server.port)) {
    const own = { commit: [] }
    for (const name of READS) {
      await statementsOf(requests[name]())
      own[name] = await statementsOf(requests[name]())
    }
    for (let made = 0; made < commits * ROUNDS; made += 1) own.commit.push(await statementsOf(requests.commit()))
    recorded.push(own)
  }
  connection.close()
  await server.stop()
  return recorded
}

const recorded = await record()
const connections = []
const server = await startWeb(await databases.copy('app'))
for (let at = 0; at < AT_ONCE; at += 1) connections.push(await openConnection(server.port))
const plain = new pg.Pool({ connectionString: await databases.copy('alone'), max: POOL })
const named = new pg.Pool({ connectionString: await databases.copy('alone_named'), max: POOL })

/** The ways to do the work `name`. Each is a function that returns the result of `measure`. */
function waysOf(name) {
  if (name === 'commit') return commitWays()
  const read = (work) => (ms) => measureFor(ms, work)
  const sent = () => requestsFor(server.port).map((requests) => requests[name]())
  const app = (ms) => {
    const signed = sent()
    return measureFor(ms, (at) => connections[at].send(signed[at]))
  }
  if (recorded[0][name].length === 0) return { app }
  return {
    app,
    plain: read((at) => replay(plain, recorded[at][name], false)),
    named: read((at) => replay(named, recorded[at][name], true)),
  }
}

function commitWays() {
  const statements = (pool, isNamed) => {
    const next = recorded.map(() => 0)
    return () => {
      const last = next.map((done) => done + commits)
      return measure((at) => next[at] < last[at] && replay(pool, recorded[at].commit[next[at]++], isNamed))
    }
  }
  const app = () => {
    const signed = requestsFor(server.port).map((requests) => Array.from({ length: commits }, () => requests.commit()))
    return measure((at) => signed[at].length > 0 && connections[at].send(signed[at].pop()))
  }
  return { app, plain: statements(plain, false), named: statements(named, true) }
}

/** Runs rounds of all ways in rotation, so that all run under the same machine load. */
async function compare(name) {
  const ways = Object.entries(waysOf(name))
  const rounds = Object.fromEntries(ways.map(([way]) => [way, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % ways.length
    for (const [way, run] of [...ways.slice(first), ...ways.slice(0, first)]) rounds[way].push(await run(seconds * 1000))
  }
  const summaryOf = (way) => {
    const times = rounds[way].flatMap((round) => round.times)
    return { perSecond: median(rounds[way].map(({ perSecond }) => perSecond)), median: median(times), p99: p99(times) }
  }
  const shareOf = (way) => median(rounds.app.map(({ perSecond }, round) => perSecond / rounds[way][round].perSecond))
  const isAlone = rounds.plain === undefined
  return {
    name,
    statements: isAlone ? 0 : (name === 'commit' ? recorded[0].commit[0] : recorded[0][name]).length,
    app: summaryOf('app'),
    ...(!isAlone && { plain: summaryOf('plain'), named: summaryOf('named'), share: shareOf('plain'), namedShare: shareOf('named') }),
  }
}

for (const name of READS) for (const run of Object.values(waysOf(name))) await run(WARM_UP_MS)
const compared = []
for (const name of [...READS, 'commit']) compared.push(await compare(name))
for (const connection of connections) connection.close()
await plain.end()
await named.end()
await server.stop()
const grownUrl = await databases.copy('grown')
const { bySize, busy } = await addGrown(grownUrl)
const grownServer = await startWeb(grownUrl)
const pages = await measureHistory(bench, grownServer.port, bySize)
const polls = await measurePolls(bench, grownServer.port, busy)
await grownServer.stop()
const waiting = await measureWaiting(bundled, (name) => databases.copy(name))
await databases.stop()
await rm(bundled.folder, { recursive: true, force: true })

const method = `One server process and the client that sends to it, ${AT_ONCE} requests at once on connections that stay open; the database alone takes the same statements from \`pg\`, ${POOL} connections, ${AT_ONCE} at once, as plain texts and as prepared ones. A PostgreSQL of its own with fsync; median of ${ROUNDS} rounds of ${seconds} s by turns, ratios within a round. Load of the machine before: ${load.toFixed(1)}.`
writeResults('API', [method, '', ...reportApi({ compared, pages, polls, waiting })])

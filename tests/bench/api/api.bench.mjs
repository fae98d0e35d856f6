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
import { measureFloor } from './floor.mjs'
import { measureHistory, measurePolls, measureWaiting } from './growth.mjs'
import { reportApi } from './report.mjs'
import { createRequests } from './requests.mjs'
import { PARALLEL_REQUESTS, measure, measureFor, median, p99, replay } from './rounds.mjs'

const ROUNDS = 5
const POOL_SIZE = 10
/** Each measured function runs this long before the measurement, so that its code is compiled. */
const WARM_UP_MS = 2000
/** The commits of each visitor per second of a round. Their number is fixed, because the statements of a commit can be sent only once. */
const COMMITS_A_SECOND = 16
const READS = ['poll', 'history', 'balance', 'gallery']
const seconds = Number(process.argv[2] ?? 2)
const [machineLoad] = loadavg()
const commitsPerRound = Math.ceil(seconds * COMMITS_A_SECOND)

await ensureBuilt()
const modules = await bundle({
  calls: 'tests/bench/api/calls.ts',
  'open-database': 'server/database/open-database.ts',
  'open-boss': 'server/queue/open-boss.ts',
  'generation-queue': 'server/creations/jobs/generation-queue.ts',
  'task-lease': 'server/creations/jobs/task-lease.ts',
  'recover-tasks': 'server/creations/jobs/recover-tasks.ts',
})
const bench = { api: await import(modules.urlOf('calls')) }
const databases = await openDatabases()
const { clients } = databases

function requestsFor(port) {
  return clients.map((visitor) => createRequests({ ...bench, port }, { ...visitor, batchId: visitor.batchIds[0] }))
}

/** Records, for each visitor, the statements of each read and of all its commits. */
async function recordStatements() {
  const server = await startWeb(await databases.copy('recorded'), ['--import', join(import.meta.dirname, 'record-statements.mjs')])
  const connection = await openConnection(server.port)
  const statementsOf = async (request) => {
    const statements = new Promise((resolve) => server.process.once('message', resolve))
    await connection.send(request)
    return statements
  }
  const recordedStatements = []
  for (const requests of requestsFor(server.port)) {
    const statementsByCall = { commit: [] }
    for (const name of READS) {
      await statementsOf(requests[name]())
      statementsByCall[name] = await statementsOf(requests[name]())
    }
    for (let commit = 0; commit < commitsPerRound * ROUNDS; commit += 1) statementsByCall.commit.push(await statementsOf(requests.commit()))
    recordedStatements.push(statementsByCall)
  }
  connection.close()
  await server.stop()
  return recordedStatements
}

const recordedStatements = await recordStatements()
const connections = []
const server = await startWeb(await databases.copy('app'))
for (let index = 0; index < PARALLEL_REQUESTS; index += 1) connections.push(await openConnection(server.port))
const plainPool = new pg.Pool({ connectionString: await databases.copy('alone'), max: POOL_SIZE })
const namedPool = new pg.Pool({ connectionString: await databases.copy('alone_named'), max: POOL_SIZE })

/** The ways to run the request `name`. Each is a function that returns the result of `measure`. */
function createWays(name) {
  if (name === 'commit') return commitWays()
  const repeatRead = (work) => (ms) => measureFor(ms, work)
  const signRequests = () => requestsFor(server.port).map((requests) => requests[name]())
  const runApp = (ms) => {
    const signedRequests = signRequests()
    return measureFor(ms, (index) => connections[index].send(signedRequests[index]))
  }
  if (recordedStatements[0][name].length === 0) return { app: runApp }
  return {
    app: runApp,
    plain: repeatRead((index) => replay(plainPool, recordedStatements[index][name], false)),
    named: repeatRead((index) => replay(namedPool, recordedStatements[index][name], true)),
  }
}

function commitWays() {
  const statements = (pool, isNamed) => {
    const nextCommits = recordedStatements.map(() => 0)
    return () => {
      const endCommits = nextCommits.map((nextCommit) => nextCommit + commitsPerRound)
      return measure(
        (index) => nextCommits[index] < endCommits[index] && replay(pool, recordedStatements[index].commit[nextCommits[index]++], isNamed),
      )
    }
  }
  const runApp = () => {
    const signedRequests = requestsFor(server.port).map((requests) => Array.from({ length: commitsPerRound }, () => requests.commit()))
    return measure((index) => signedRequests[index].length > 0 && connections[index].send(signedRequests[index].pop()))
  }
  return { app: runApp, plain: statements(plainPool, false), named: statements(namedPool, true) }
}

/** Runs rounds of all ways in rotation, so that all run under the same machine load. */
async function compare(name) {
  const ways = Object.entries(createWays(name))
  const rounds = Object.fromEntries(ways.map(([way]) => [way, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    const firstWay = round % ways.length
    for (const [way, run] of [...ways.slice(firstWay), ...ways.slice(0, firstWay)]) rounds[way].push(await run(seconds * 1000))
  }
  const summaryOf = (way) => {
    const times = rounds[way].flatMap((round) => round.times)
    return { perSecond: median(rounds[way].map(({ perSecond }) => perSecond)), median: median(times), p99: p99(times) }
  }
  const shareOf = (way) => median(rounds.app.map(({ perSecond }, round) => perSecond / rounds[way][round].perSecond))
  const isWithoutStatements = rounds.plain === undefined
  return {
    name,
    statements: isWithoutStatements ? 0 : (name === 'commit' ? recordedStatements[0].commit[0] : recordedStatements[0][name]).length,
    app: summaryOf('app'),
    ...(!isWithoutStatements && {
      plain: summaryOf('plain'),
      named: summaryOf('named'),
      share: shareOf('plain'),
      namedShare: shareOf('named'),
    }),
  }
}

for (const name of READS) for (const run of Object.values(createWays(name))) await run(WARM_UP_MS)
const comparisons = []
for (const name of [...READS, 'commit']) comparisons.push(await compare(name))
const signedReads = (name) => requestsFor(server.port).map((requests) => requests[name]())
const galleryAnswer = JSON.parse(await connections[0].send(signedReads('gallery')[0]))
const floorRows = await measureFloor({
  galleryAnswer,
  sendTo(name) {
    const signedRequests = signedReads(name)
    return (index) => connections[index].send(signedRequests[index])
  },
  rounds: ROUNDS,
  ms: seconds * 1000,
})
for (const connection of connections) connection.close()
await plainPool.end()
await namedPool.end()
await server.stop()
const grownUrl = await databases.copy('grown')
const { visitorsBySize, busyVisitor } = await addGrown(grownUrl)
const grownServer = await startWeb(grownUrl)
const historyRows = await measureHistory(bench, grownServer.port, visitorsBySize)
const pollRows = await measurePolls(bench, grownServer.port, busyVisitor)
await grownServer.stop()
const waitingRows = await measureWaiting(modules, (name) => databases.copy(name))
await databases.stop()
await rm(modules.folder, { recursive: true, force: true })

const method = `One server process and the client that sends to it, ${PARALLEL_REQUESTS} requests at once on connections that stay open; the database alone takes the same statements from \`pg\`, ${POOL_SIZE} connections, ${PARALLEL_REQUESTS} at once, as plain texts and as prepared ones. A PostgreSQL of its own with fsync; median of ${ROUNDS} rounds of ${seconds} s by turns, ratios within a round. Load of the machine before: ${machineLoad.toFixed(1)}.`
writeResults('API', [method, '', ...reportApi({ compared: comparisons, floorRows, historyRows, pollRows, waitingRows })])

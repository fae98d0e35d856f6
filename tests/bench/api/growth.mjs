import { openConnection } from './connection.mjs'
import { addWaiting } from './databases.mjs'
import { createRequests } from './requests.mjs'

const WAITING_COUNTS = [1, 100, 1000, 10_000]
const POLLED_COUNTS = [1, 10, 50, 200]
const HISTORY_ROUNDS = 300
const POLL_ROUNDS = 20
const CLAIM_ROUNDS = 200
const SWEEP_ROUNDS = 40

async function measureMs(work) {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Measures the first page of the history and one poll, by the number of creations. One request runs at a time, and the sizes alternate. */
export async function measureHistory(bench, port, visitorsBySize) {
  const connection = await openConnection(port)
  const rows = visitorsBySize.map(({ size, visitor }) => {
    const requests = createRequests({ ...bench, port }, { ...visitor, batchId: visitor.batchIds[0] })
    return { size, signedRequests: [requests.history(), requests.poll()], times: [] }
  })
  for (let round = -1; round < HISTORY_ROUNDS; round += 1) {
    for (const { signedRequests, times } of rows) {
      const ms = await measureMs(async () => {
        for (const request of signedRequests) await connection.send(request)
      })
      if (round >= 0) times.push(ms)
    }
  }
  connection.close()
  return rows
}

/** Measures one poll of each running batch, by the number of batches. One request runs at a time. */
export async function measurePolls(bench, port, visitor) {
  const connection = await openConnection(port)
  const requests = createRequests({ ...bench, port }, visitor)
  const rows = POLLED_COUNTS.map((size) => ({
    size,
    signedRequests: visitor.batchIds.slice(0, size).map((id) => requests.poll(id)),
    times: [],
    rounds: [],
  }))
  for (let round = -1; round < POLL_ROUNDS; round += 1) {
    for (const { signedRequests, times, rounds } of rows) {
      const roundTimes = []
      for (const request of signedRequests) roundTimes.push(await measureMs(() => connection.send(request)))
      if (round < 0) continue
      times.push(...roundTimes)
      rounds.push(roundTimes.reduce((sum, ms) => sum + ms, 0))
    }
  }
  connection.close()
  return rows
}

/** Measures a worker's claim of a task and its sweep for lost tasks, by the number of waiting tasks. Each number has its own database. */
export async function measureWaiting({ urlOf }, copy) {
  const [{ openPostgres }, { openBoss }, { createGenerationQueue, openGenerationQueue }, { claimTask }, { createRecovery }] =
    await Promise.all(['open-database', 'open-boss', 'generation-queue', 'task-lease', 'recover-tasks'].map((name) => import(urlOf(name))))
  const rows = []
  const closers = []
  for (const size of WAITING_COUNTS) {
    const url = await copy(`waiting_${size}`)
    await addWaiting(url, size)
    const database = await openPostgres(url, 'server/database/migrations', () => {})
    const boss = await openBoss({ database, createQueues: createGenerationQueue, onError: throwError })
    const queue = openGenerationQueue(boss.queues, { on: () => {} })
    const files = { remove: async () => {} }
    const { sweep } = createRecovery({
      db: database.db,
      queue,
      files,
      nowMs: Date.now,
      isRunningHere: () => false,
      claimable: () => undefined,
    })
    closers.push(async () => {
      await boss.stop()
      await database.close()
    })
    rows.push({ size, database, sweep, claims: [], sweeps: [] })
  }
  for (let round = -1; round < CLAIM_ROUNDS; round += 1) {
    for (const { database, sweep, claims, sweeps } of rows) {
      const claimMs = await measureMs(() => claimTask(database.db, 'bench'))
      await database.execute(
        `update task set status = 'PENDING' where worker = 'bench' and status = 'PROCESSING' and stage = 'preparing'`,
        [],
      )
      if (round >= 0) claims.push(claimMs)
      if (round < SWEEP_ROUNDS) {
        const sweepMs = await measureMs(sweep)
        if (round >= 0) sweeps.push(sweepMs)
      }
    }
  }
  for (const close of closers) await close()
  return rows
}

function throwError(error) {
  throw error
}

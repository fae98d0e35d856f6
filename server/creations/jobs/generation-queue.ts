import type PgBoss from 'pg-boss'
import type { Db } from 'pg-boss'
import type { GenerationQueue } from '#server/context.ts'
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/platform/database/database.ts'
import { runNamed } from '#server/platform/database/define-statement.ts'
import { type Signals, signal } from '#server/platform/queue/signals.ts'

const QUEUE = 'generation'
const POLL_SECONDS = 2
/** Longer than any render: leases detect lost work much sooner. */
const EXPIRE_SECONDS = 60 * 60

export interface WorkingQueue extends GenerationQueue {
  /** Calls `handle` for each job, at most `concurrency` at a time. It must not reject, and chooses its task itself. */
  work(concurrency: number, handle: () => Promise<void>): Promise<void>
  /** Stops taking jobs; resolves when the running ones have ended. */
  stop(): Promise<void>
}

export async function createGenerationQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS })
}

/** The queue of videos. A task has at most one waiting job, so that sending again is harmless. */
export function openGenerationQueue(boss: PgBoss, signals: Pick<Signals, 'on'>): WorkingQueue {
  const workerIds: string[] = []
  const running = new Set<Promise<void>>()
  const wake = () => {
    for (const id of workerIds) boss.notifyWorker(id)
  }
  signals.on('generation', wake)

  async function track(work: Promise<void>): Promise<void> {
    running.add(work)
    await work
    running.delete(work)
    wake()
  }

  async function refill(tx: Transaction, taskIds: readonly string[]): Promise<void> {
    // Jobs of one transaction have the same time; they run in the order of their ids.
    const ids = taskIds.map(() => randomUUID()).toSorted()
    // A waiting job of the same task makes a second one unnecessary.
    const jobs = taskIds.map((taskId, index) => ({ id: ids[index] ?? randomUUID(), name: QUEUE, data: { taskId }, singletonKey: taskId }))
    if (jobs.length > 0) await boss.insert(jobs, { db: bossExecutor(tx) })
  }

  return {
    refill,
    async send(tx, taskIds) {
      if (taskIds.length === 0) return
      await refill(tx, taskIds)
      await signal(tx, 'generation')
    },
    async work(concurrency, handle) {
      for (let index = 0; index < concurrency; index += 1) {
        const takeOne = () => track(handle())
        workerIds.push(await boss.work(QUEUE, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, takeOne))
      }
    },
    async stop() {
      await boss.offWork(QUEUE)
      await Promise.all(running)
    },
  }
}

/** Lets pg-boss run inside a transaction, so that a rollback removes the job. */
function bossExecutor(tx: Transaction): Db {
  return { executeSql: async (text, values: unknown[]) => ({ rows: await runNamed(tx, 'jobs of tasks', text, values) }) }
}

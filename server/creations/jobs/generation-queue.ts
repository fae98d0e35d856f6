import type PgBoss from 'pg-boss'
import type { Db } from 'pg-boss'

import { type Transaction, type Database, runNamed } from '#server/database/database.ts'
import { type Signals, signal } from '#server/queue/signals.ts'
import { type Engine, type EngineSet, type ConfiguredEngine, modelsWithout } from '#server/motion/engine.ts'
import { createTurns } from '#shared/create-turns.ts'
import { type ClaimedTask, claimTask } from './task-lease.ts'

const QUEUE_NAME = 'generation'
const POLL_SECONDS = 2
/** Jobs expire after this many seconds, longer than any render. Leases detect lost work much sooner. */
const EXPIRE_SECONDS = 60 * 60

/** The queue that wakes workers. The state of a task is in its row; a job only makes a worker search for a waiting task. */
export interface GenerationQueue {
  /** Queues jobs in the caller's transaction: without a commit there is no job. Workers of all processes are notified at once. */
  send(tx: Transaction, taskIds: readonly string[]): Promise<void>
  /** Sends jobs for tasks that may already have a job. Workers are not notified: they find the jobs when they poll. */
  refill(tx: Transaction, taskIds: readonly string[]): Promise<void>
}

declare module '#server/verbs/services.ts' {
  interface Services {
    readonly queue: GenerationQueue
  }
}

export interface WorkingQueue extends GenerationQueue {
  /** Calls `handle` for each job, at most `concurrency` at a time. `handle` chooses its task itself and must not reject. */
  work(concurrency: number, handle: () => Promise<void>): Promise<void>
  /** Accepts no more jobs; resolves when the running jobs have ended. */
  stop(): Promise<void>
}

export async function createGenerationQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(QUEUE_NAME, { name: QUEUE_NAME, policy: 'short', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS })
}

/** The queue of videos. A task has at most one waiting job, so repeated sends are harmless. */
export function openGenerationQueue(boss: PgBoss, signals: Pick<Signals, 'on'>): WorkingQueue {
  const workerIds: string[] = []
  const runningJobs = new Set<Promise<void>>()
  const wakeWorkers = () => {
    for (const id of workerIds) boss.notifyWorker(id)
  }
  signals.on('generation', wakeWorkers)

  async function trackJob(job: Promise<void>): Promise<void> {
    runningJobs.add(job)
    await job
    runningJobs.delete(job)
    wakeWorkers()
  }

  async function refill(tx: Transaction, taskIds: readonly string[]): Promise<void> {
    // Jobs of one transaction have the same time, so they run in the order of their ids.
    const ids = taskIds.map(() => crypto.randomUUID()).toSorted()
    // A task has one waiting job at most, so a second one is not stored.
    const jobs = taskIds.map((taskId, index) => ({
      id: ids[index] ?? crypto.randomUUID(),
      name: QUEUE_NAME,
      data: { taskId },
      singletonKey: taskId,
    }))
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
        const runOne = () => trackJob(handle())
        workerIds.push(await boss.work(QUEUE_NAME, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, runOne))
      }
    },
    async stop() {
      await boss.offWork(QUEUE_NAME)
      await Promise.all(runningJobs)
    },
  }
}

/** Runs pg-boss inside a transaction, so a rollback removes the job. */
function bossExecutor(tx: Transaction): Db {
  return { executeSql: async (text, values: unknown[]) => ({ rows: await runNamed(tx, 'jobs of tasks', text, values) }) }
}

export interface Claim {
  readonly claimedTask: ClaimedTask
  readonly engine: Engine
  /** Releases the engine's capacity in this process. */
  readonly release: () => void
}

/**
 * Returns a function that claims a task for a reachable engine with free capacity in this process. Claims run one after another, so two
 * claims never exceed the capacity. Tasks for other engines wait. If only one engine is configured, it renders the tasks of all models, and
 * the number of callers limits it.
 */
export function createTaskClaimer(
  db: Database,
  worker: string,
  engines: EngineSet,
  isAway: (engine: Engine) => boolean,
): () => Promise<Claim | undefined> {
  const { configured, engineOf } = engines
  const runningCounts = new Map<Engine, number>()
  const runInTurn = createTurns()
  const changeCount = (engine: Engine, change: number) => runningCounts.set(engine, (runningCounts.get(engine) ?? 0) + change)

  async function claim(): Promise<Claim | undefined> {
    const isFull = ({ engine, concurrency }: ConfiguredEngine) => configured.length > 1 && (runningCounts.get(engine) ?? 0) >= concurrency
    const excludedEngines = new Set(
      configured.filter((configuredEngine) => isFull(configuredEngine) || isAway(configuredEngine.engine)).map(({ engine }) => engine),
    )
    if (excludedEngines.size === configured.length) return undefined
    const claimedTask = await claimTask(db, worker, modelsWithout(engines, excludedEngines))
    if (claimedTask === undefined) return undefined
    const engine = engineOf(claimedTask.modelName)
    changeCount(engine, 1)
    return { claimedTask, engine, release: () => changeCount(engine, -1) }
  }

  return () => runInTurn(claim)
}

import type { OpenedDatabase } from '../database/database.ts'
import PgBoss from 'pg-boss'
import type { Tracing } from '../telemetry/tracing.ts'

/** How long pg-boss stores ended jobs, in s: the longest period of all rounds. A stored job prevents a second round in the same period. */
const LONGEST_PERIOD_SECONDS = 24 * 60 * 60

/** Marks jobs of a killed process as failed. Only for an embedded database: no other process can have an active job there. */
const FAIL_LOST_JOBS = `update pgboss.job set state = 'failed', completed_on = now() where state = 'active'`

export interface Boss {
  readonly queues: PgBoss
  stop(): Promise<void>
}

interface BossDeps {
  readonly database: OpenedDatabase
  readonly createQueues: (boss: PgBoss) => Promise<void>
  readonly onError: (error: Error) => void
}

/** Opens pg-boss on either database engine, and creates the queues. */
export async function openBoss({ database, createQueues, onError }: BossDeps): Promise<Boss> {
  let state: 'starting' | 'open' | 'stopped' = 'starting'
  // After the start, errors are reported instead of thrown: pg-boss does not await the statement that completes a job.
  async function executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    try {
      return await database.execute(text, values)
    } catch (error) {
      if (state === 'starting') throw error
      if (state === 'open' && !isRoundActive(error)) onError(error as Error)
      return undefined as unknown as { rows: unknown[] }
    }
  }
  const queues = new PgBoss({ db: { executeSql }, schedule: false, archiveCompletedAfterSeconds: LONGEST_PERIOD_SECONDS })
  queues.on('error', onError)
  await database.exclusively(async () => {
    await queues.start()
    await createQueues(queues)
    if (!database.isShared) await database.execute(FAIL_LOST_JOBS, [])
  })
  state = 'open'
  return {
    queues,
    async stop() {
      await queues.stop({ graceful: false })
      state = 'stopped'
    },
  }
}

/**
 * Whether a fetch of a job failed because a job with the same key is active. pg-boss allows one active job per key: a unique index, whose
 * name ends with `_i2`, rejects the second one. pg-boss treats this as "no job".
 */
function isRoundActive(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return false
  return error.code === '23505' && String(error.constraint).endsWith('_i2')
}

interface RoundsDeps {
  readonly boss: PgBoss
  readonly name: string
  readonly everyMs: number
  /** Runs a round at the start too, not only after the first period. */
  readonly isDueAtStart?: boolean
  /** The work of one round. pg-boss stores the returned object with the job. */
  readonly round: () => Promise<object | void>
  readonly tracing: Tracing
  readonly onError: (error: unknown) => void
}

export interface Rounds {
  stop(): Promise<void>
}

/** A job of a killed process expires after this many seconds. Another process of a shared database may then run the next round. */
const EXPIRE_SECONDS = 10 * 60

/** Creates a queue whose jobs run one at a time. */
export async function createRoundQueue(boss: PgBoss, name: string): Promise<void> {
  const options = { name, policy: 'singleton', retryLimit: 0, expireInSeconds: EXPIRE_SECONDS } as const
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

const POLL_SECONDS = 30

/**
 * Runs `round` once per period in one of all processes: every process requests it, and the database accepts one job per period of its
 * clock. A missed round is not repeated: due times are stored in rows, and the next round finds them. `round` must not reject.
 */
export async function openRounds({ boss, name, everyMs, isDueAtStart = true, round, tracing, onError }: RoundsDeps): Promise<Rounds> {
  let runningRound: Promise<object | void> = Promise.resolve()
  const workerId = await boss.work(name, { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }, () => {
    runningRound = tracing.span({ kind: 'work', name: `round ${name}` }, round)
    return runningRound
  })
  const requestRound = () =>
    void boss
      .send(name, {}, { singletonKey: name, singletonSeconds: everyMs / 1000 })
      .then(() => boss.notifyWorker(workerId))
      .catch(onError)
  if (isDueAtStart) requestRound()
  const timer = setInterval(requestRound, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await boss.offWork(name)
      await runningRound
    },
  }
}

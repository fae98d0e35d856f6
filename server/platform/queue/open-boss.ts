import type { OpenedDatabase } from '../database/database.ts'
import PgBoss from 'pg-boss'

/** Ended jobs are kept as long as the longest period of rounds: they say that a round of theirs has been. */
const LONGEST_PERIOD_SECONDS = 24 * 60 * 60

export interface Boss {
  readonly queues: PgBoss
  stop(): Promise<void>
}

interface BossDeps {
  readonly database: OpenedDatabase
  /** Makes the queues that are not there yet. */
  readonly createQueues: (boss: PgBoss) => Promise<void>
  readonly onError: (error: Error) => void
}

/** The job queues, in either database engine. */
export async function openBoss({ database, createQueues, onError }: BossDeps): Promise<Boss> {
  let state: 'starting' | 'open' | 'stopped' = 'starting'
  // pg-boss does not await the statement that completes a job, so that a failure there is reported instead of thrown.
  async function executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    try {
      return await database.execute(text, values)
    } catch (error) {
      if (state === 'starting') throw error
      if (state === 'open') onError(error as Error)
      return undefined as unknown as { rows: unknown[] }
    }
  }
  const queues = new PgBoss({ db: { executeSql }, schedule: false, archiveCompletedAfterSeconds: LONGEST_PERIOD_SECONDS })
  queues.on('error', onError)
  await database.exclusively(async () => {
    await queues.start()
    await createQueues(queues)
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

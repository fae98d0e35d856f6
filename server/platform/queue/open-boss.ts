import type { OpenedDatabase } from '../database/database.ts'
import PgBoss from 'pg-boss'

export interface Boss {
  readonly queues: PgBoss
  stop(): Promise<void>
}

/** The job queues, in either database engine. */
export async function openBoss(database: OpenedDatabase, onError: (error: Error) => void): Promise<Boss> {
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
  const queues = new PgBoss({ db: { executeSql }, schedule: false })
  queues.on('error', onError)
  await queues.start()
  state = 'open'
  return {
    queues,
    async stop() {
      await queues.stop({ graceful: false })
      state = 'stopped'
    },
  }
}

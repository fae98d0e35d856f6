import { type Database, type OpenedDatabase, and, databaseNowMs, eq, inArray, lt, ne, runningProcess, sql } from '../database/database.ts'
import { makeId } from '../crypto/make-id.ts'

/** The interval of a process's heartbeat in a shared database, in ms. The process checks the other processes at the same interval. */
const POLL_EVERY_MS = 30_000
/** A process whose last heartbeat is older than this, in ms, has crashed. */
export const CRASHED_AFTER_MS = 120_000

interface ProcessDeps {
  readonly database: Pick<OpenedDatabase, 'isShared'>
  readonly db: Database
  /**
   * Called after a process of this database ended without a clean stop: at the next start, or by another process. Called again later if it
   * rejects.
   */
  readonly onCrash: () => Promise<void>
  readonly onError: (error: unknown) => void
}

export interface RunningProcess {
  /** Checks for crashed processes at once, in addition to the check every 30 s. */
  poll(): Promise<void>
  stop(): Promise<void>
}

/**
 * Stores a row for this process until it stops. In an embedded database, every other row is from a crashed process; in a shared database,
 * it may be from a running one.
 */
export async function openRunningProcess({ database, db, onCrash, onError }: ProcessDeps): Promise<RunningProcess> {
  const id = makeId()
  const { seenAtMs } = runningProcess
  const heartbeat = { seenAtMs: databaseNowMs }
  const isSilent = database.isShared ? lt(seenAtMs, sql`${databaseNowMs} - ${CRASHED_AFTER_MS}::int`) : undefined

  async function poll(): Promise<void> {
    const crashedRows = await db
      .select({ id: runningProcess.id })
      .from(runningProcess)
      .where(and(ne(runningProcess.id, id), isSilent))
    await db
      .insert(runningProcess)
      .values({ id, ...heartbeat })
      .onConflictDoUpdate({ target: runningProcess.id, set: heartbeat })
    if (crashedRows.length === 0) return
    // Runs before the rows are deleted, because without the row of the crashed process no later start handles the crash.
    await onCrash()
    const ids = crashedRows.map((row) => row.id)
    await db.delete(runningProcess).where(and(inArray(runningProcess.id, ids), isSilent))
  }

  await poll()
  let latestPoll = Promise.resolve()
  const pollAgain = () => {
    latestPoll = poll().catch(onError)
  }
  const timer = database.isShared ? setInterval(pollAgain, POLL_EVERY_MS) : undefined
  return {
    poll,
    async stop() {
      clearInterval(timer)
      await latestPoll
      await db.delete(runningProcess).where(eq(runningProcess.id, id)).catch(onError)
    },
  }
}

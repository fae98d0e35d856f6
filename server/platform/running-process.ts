import { type Database, type OpenedDatabase, and, databaseNowMs, eq, lt, ne, runningProcess, sql } from './database/database.ts'
import { makeId } from './context/crypto.ts'

/** The interval at which a process of a shared database says that it runs, in ms. */
const SEE_EVERY_MS = 30_000
/** A process that has not said so for this long has crashed, in ms. */
export const CRASHED_AFTER_MS = 120_000

interface ProcessDeps {
  readonly database: Pick<OpenedDatabase, 'isShared'>
  readonly db: Database
  /** A process of this database ended without a clean stop. Called once for it, at the next start or by another process. */
  readonly onCrash: () => Promise<void>
  readonly onError: (error: unknown) => void
}

export interface RunningProcess {
  /** Looks for crashed processes now, instead of within 30 s. */
  look(): Promise<void>
  /** A clean stop. */
  stop(): Promise<void>
}

/** Stores a row for this process until it stops. Every row of an embedded database is of a crash; a shared one has other processes. */
export async function openRunningProcess({ database, db, onCrash, onError }: ProcessDeps): Promise<RunningProcess> {
  const id = makeId()
  const { seenAtMs } = runningProcess
  const seen = { seenAtMs: databaseNowMs }
  const isSilent = database.isShared ? lt(seenAtMs, sql`${databaseNowMs} - ${CRASHED_AFTER_MS}::int`) : undefined

  async function look(): Promise<void> {
    const crashed = await db
      .delete(runningProcess)
      .where(and(ne(runningProcess.id, id), isSilent))
      .returning({ id: runningProcess.id })
    await db
      .insert(runningProcess)
      .values({ id, ...seen })
      .onConflictDoUpdate({ target: runningProcess.id, set: seen })
    if (crashed.length > 0) await onCrash()
  }

  await look()
  let looking = Promise.resolve()
  const lookAgain = () => {
    looking = look().catch(onError)
  }
  const timer = database.isShared ? setInterval(lookAgain, SEE_EVERY_MS) : undefined
  return {
    look,
    async stop() {
      clearInterval(timer)
      await looking
      await db.delete(runningProcess).where(eq(runningProcess.id, id)).catch(onError)
    },
  }
}

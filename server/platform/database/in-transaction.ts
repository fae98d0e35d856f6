import type { Result } from '#shared/result.ts'
import type { Database, Transaction } from './database.ts'

class RolledBack extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/** Runs a verb in one transaction: a returned failure rolls back, like an exception. */
export async function inTransaction<T, E>(db: Database, work: (tx: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result<T, E>
    throw error
  }
}

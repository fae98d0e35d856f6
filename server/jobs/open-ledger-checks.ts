import type PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import type { Rounds } from './open-rounds.ts'
import { checkLedger } from './check-ledger.ts'
import { openRounds } from './open-rounds.ts'

export const LEDGER_CHECKS = 'ledger-check'
const EVERY_MS = 24 * 60 * 60 * 1000

interface LedgerChecksDeps {
  readonly boss: PgBoss
  readonly db: Database
  readonly log: Logger
  /** Aborted when the server stops: a check is then given up. */
  readonly stopping: AbortSignal
  /** How many differences there are. */
  readonly onChecked: (differences: number) => void
}

/** Compares the books with each other at the start and once a day; each difference is an error in the log, for a person to look at. */
export async function openLedgerChecks({ boss, db, log, stopping, onChecked }: LedgerChecksDeps): Promise<Rounds> {
  const note = (error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'the ledger could not be checked')
  }
  const check = async () => {
    const differences = await checkLedger(db, stopping)
    for (const difference of differences) log.error({ ...difference }, 'the books differ')
    onChecked(differences.length)
    log.info({ differences: differences.length }, 'the ledger was checked')
  }
  return openRounds({ boss, name: LEDGER_CHECKS, everyMs: EVERY_MS, round: () => check().catch(note), onError: note })
}

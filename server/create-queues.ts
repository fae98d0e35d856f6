import type PgBoss from 'pg-boss'
import { LEDGER_CHECKS } from './billing/ledger/check-ledger.ts'
import { PAYMENT_ROUNDS } from './billing/orders/payment-rounds.ts'
import { createGenerationQueue } from './creations/jobs/generation-queue.ts'
import { SEED_RENDERS } from './gallery/seed-renders.ts'
import { HOUSEKEEPING } from './housekeeping.ts'
import { createRoundQueue } from './platform/queue/open-rounds.ts'

/** Each queue is a table of its own; for a process at a time, because two that make one wait for each other. */
export async function createQueues(boss: PgBoss): Promise<void> {
  await createGenerationQueue(boss)
  for (const name of [PAYMENT_ROUNDS, LEDGER_CHECKS, SEED_RENDERS, HOUSEKEEPING]) await createRoundQueue(boss, name)
}

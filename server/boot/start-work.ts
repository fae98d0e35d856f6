import type PgBoss from 'pg-boss'
import type { Services } from '../verbs/services.ts'
import type { Logger } from '../telemetry/log.ts'
import type { OpenedDatabase } from '../database/database.ts'
import { type Engine, type EngineSet, modelsWithout } from '../motion/engine.ts'
import type { CheckoutServer } from '../billing/providers/payment-provider.ts'
import type { DiskSpace } from '../disk/disk-space.ts'
import type { Signals } from '../queue/signals.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { claimFormerEmails } from '../account/email-owners.ts'
import { LEDGER_CHECKS, openLedgerChecks } from '../billing/rounds/check-ledger.ts'
import { openPaymentRounds, PAYMENT_ROUNDS } from '../billing/rounds/payment-rounds.ts'
import { createGenerationQueue, type WorkingQueue } from '../creations/jobs/generation-queue.ts'
import { createGenerationRunner } from '../creations/jobs/generation-runner.ts'
import type { EngineHealth } from '../creations/jobs/engine-health.ts'
import { moveWaitingTasks } from '../creations/jobs/move-waiting.ts'
import { createRecovery } from '../creations/jobs/recover-tasks.ts'
import { createSeedRenderer, openSeedRenders, SEED_RENDERS } from '../gallery/seed-renders.ts'
import { HOUSEKEEPING, HOUSEKEEPING_EVERY_MS, countMediaBytes, runHousekeeping } from './housekeeping.ts'
import { makeId } from '../crypto/make-id.ts'
import { createRoundQueue, openRounds } from '../queue/open-boss.ts'

/** The interval of the check for abandoned work, in ms. */
const SWEEP_EVERY_MS = 5000

/** Creates all queues; each is a separate table. Only one process at a time may do this, because concurrent creation deadlocks. */
export async function createQueues(boss: PgBoss): Promise<void> {
  await createGenerationQueue(boss)
  for (const name of [PAYMENT_ROUNDS, LEDGER_CHECKS, SEED_RENDERS, HOUSEKEEPING]) await createRoundQueue(boss, name)
}

export interface WorkDeps {
  readonly services: Services
  readonly database: OpenedDatabase
  readonly boss: PgBoss
  readonly signals: Pick<Signals, 'on'>
  readonly queue: WorkingQueue
  readonly engines: EngineSet
  readonly health: EngineHealth
  /** How long a video waits for an unreachable engine, in ms. */
  readonly waitLimitMs: number
  /** The number of gallery items that get a video. */
  readonly seedCount: number
  readonly room: DiskSpace
  readonly checkout: CheckoutServer | null
  readonly log: Logger
  readonly tracing: Tracing
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

/** Opens the rendering of the gallery's videos by the free engine. Null without a free engine: the other engines charge for each video. */
function openGallerySeedRenders({ services, boss, engines, seedCount, log, tracing, stopping }: WorkDeps) {
  const { db, media, gallery } = services
  const engine = engines.all.find(({ isFree }) => isFree)
  if (engine === undefined || seedCount === 0) return null
  return openSeedRenders({
    boss,
    db,
    gallery,
    count: seedCount,
    render: createSeedRenderer({ engine, gallery, media }),
    media,
    log,
    tracing,
    stopping,
  })
}

export interface RunningWork {
  /**
   * Runs a payment round now, in addition to the scheduled round every minute. A round processes due payment events, orders, plans,
   * refunds, reminders and low balances.
   */
  payRound(): Promise<void>
  /** Resolves after the housekeeping that runs at the start; at once if processes share the database, because a schedule runs it then. */
  readonly firstHousekeeping: Promise<void>
  /** Accepts no new work and waits for running work. */
  stop(): Promise<void>
}

/** All work outside requests: videos, scheduled rounds, and the recovery after a killed process. */
export async function startWork(deps: WorkDeps): Promise<RunningWork> {
  const { services, database, boss, signals, queue, engines, health, waitLimitMs, room, log, tracing, stopping } = deps
  const { db, media, nowMs, metrics } = services
  const runnerDeps = { engines, health, media, room, tracing, onAttempt: metrics.noteVideo }
  const runner = createGenerationRunner({ db, queue, ...runnerDeps, nowMs, log, worker: makeId(), stopping })
  signals.on('cancelled', runner.drop)
  signals.on('engine-news', (workId) => {
    for (const engine of engines.all) engine.onWebhook?.(workId)
  })
  const isAway = (engine: Engine) => health.away().has(engine.name)
  const claimable = () => modelsWithout(engines, new Set(engines.all.filter(isAway)))
  const recovery = createRecovery({ db, queue, files: media, nowMs, isRunningHere: runner.isRunning, claimable })
  await (database.isShared ? recovery.sweep() : recovery.startOver())
  const totalConcurrency = engines.configured.reduce((sum, { concurrency }) => sum + concurrency, 0)
  await queue.work(totalConcurrency, runner.runNext)

  const noteFailure = (error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'Periodic job failed')
  }
  const cleanUp = async () => {
    for (const problem of await runHousekeeping(db, media, nowMs(), stopping)) log.error({ err: problem }, 'Account deletion failed')
    // Some accounts may lack a mailbox row: a process of an earlier build added them, or an older account has released their mailbox.
    await claimFormerEmails(db, services.secret, stopping)
    await countMediaBytes(db, media, stopping)
  }
  // If no other process shares the database, old data is deleted at the start. The start does not wait for it, because its duration grows
  // with the data.
  const firstHousekeeping = database.isShared ? Promise.resolve() : cleanUp().catch(noteFailure)
  const housekeeping = await openRounds({
    boss,
    name: HOUSEKEEPING,
    everyMs: HOUSEKEEPING_EVERY_MS,
    isDueAtStart: database.isShared,
    round: () => cleanUp().catch(noteFailure),
    tracing,
    onError: noteFailure,
  })
  const recoverWaiting = async () => {
    // The sweep runs first: if another step failed before it, the sweep would not notice that the database was unreachable.
    await recovery.sweep()
    await health.refresh()
    await moveWaitingTasks({ db, queue, engines, nowMs, waitLimitMs }, health.away())
  }
  signals.on('engines', () => void recoverWaiting().catch(noteFailure))
  const sweepTimer = setInterval(() => {
    void recoverWaiting().catch(noteFailure)
    void health.check(engines.all, stopping).catch(noteFailure)
  }, SWEEP_EVERY_MS)
  const paymentRounds = await openPaymentRounds({ boss, deps: services, checkout: deps.checkout, tracing })
  const ledgerChecks = await openLedgerChecks({ boss, services, stopping, tracing })
  const seedRenders = await openGallerySeedRenders(deps)
  return {
    payRound: () => paymentRounds.round(),
    firstHousekeeping,
    async stop() {
      clearInterval(sweepTimer)
      await firstHousekeeping
      await housekeeping.stop()
      await paymentRounds.stop()
      await ledgerChecks.stop()
      await seedRenders?.stop()
      await queue.stop()
    },
  }
}

import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { type OpenedDatabase, isDatabasePaused, queryRows, sql } from '../database/database.ts'
import type { Content } from './open-resources.ts'
import type { EngineSet } from '../motion/engine.ts'
import type { Env } from '../http/reply.ts'
import { createApp, createWorkerApp } from './app.ts'
import { openBoss } from '../queue/open-boss.ts'
import { openSignals } from '../queue/signals.ts'
import { createEngineHealth } from '../creations/jobs/engine-health.ts'
import { openGenerationQueue } from '../creations/jobs/generation-queue.ts'
import { createGoogleVerifier } from '../account/google/google-login.ts'
import { checkFolder, createDiskSpace, freeBytesOf } from '../disk/disk-space.ts'
import { createDiskReport } from './disk-report.ts'
import { scratchFolder } from '../media-store/disk-store.ts'
import type { MediaStore } from '../media-store/file-store.ts'
import type { Telemetry } from '../telemetry/tracing.ts'
import { openMail } from '../mail/open-mail.ts'
import { type PublicDeps, SYSTEM_NETWORK } from '../net/open-public.ts'
import { openPush } from '../offline/open-push.ts'
import type { PasswordHashing } from '../account/password-hashing.ts'
import type { Logger } from '../telemetry/log.ts'
import { confirmOperatorFactor } from '../operator/confirm-factor.ts'
import { answerRequests } from '../operator/confirmation-requests.ts'
import { issueMissingDocuments } from '../billing/invoices/issue-documents.ts'
import { LEDGER_CHECKS, requestLedgerCheck } from '../billing/rounds/check-ledger.ts'
import { createInvoiceWriter } from '../billing/invoices/invoice-writer.ts'
import { type Payment, openPayment } from '../billing/providers/open-payment.ts'
import { mountSandboxAdmin } from '../dev/sandbox-admin.ts'
import { claimFormerEmails } from '../account/email-owners.ts'
import { createPasswordHashing } from '../account/password-hashing.ts'
import { createDecoding } from '../pictures/decoding.ts'
import { createUploadSpace } from '../http/upload-space.ts'
import { sharedSecret } from '../verbs/secrets.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { openRunningProcess } from './running-process.ts'
import { createQueues, startWork } from './start-work.ts'
import { createModelWaits } from '../create/list-parameters.ts'
import { withComponentLocale } from '../static/static-files.ts'

export interface ServerDeps {
  readonly config: Config
  readonly database: OpenedDatabase
  readonly media: MediaStore
  readonly engines: EngineSet
  readonly content: Content
  readonly version: string
  readonly telemetry: Telemetry
  readonly log: Logger
  readonly nowMs: () => number
  /** Replaces the configured payment provider. */
  readonly payment?: Payment
  /** The built worker that renders invoices; without it they are rendered on the main thread. */
  readonly invoiceWorkerUrl?: URL
  /** Replaces the password hashing, which is slow on purpose. */
  readonly hashing?: PasswordHashing
  /** Replaces the network for push services. */
  readonly pushNetwork?: PublicDeps
  /** Replaces the measurement of free space on the disk of the data folder. */
  readonly freeBytes?: () => Promise<number>
}

/** Whether the database accepts writes: false on a standby and on a read-only server. */
const IS_WRITABLE = sql`select current_setting('transaction_read_only') = 'off' as writable`

export interface RunningServer {
  readonly app: Hono<Env>
  /** The sandbox's pages and calls for their own origin; null with another provider. */
  readonly checkout: Hono | null
  /**
   * Runs a payment round now, in addition to the scheduled round every minute. A round processes due payment events, orders, plans,
   * refunds, reminders and low balances.
   */
  payRound(): Promise<void>
  /** Resolves after the housekeeping that runs at the start; at once if this process runs none at its start. */
  readonly firstHousekeeping: Promise<void>
  /** Makes `/readyz` fail from now on. All other requests are still answered. */
  leave(): void
  /** Stops new work, requeues running work and waits for it. The database stays open. */
  stop(): Promise<void>
}

/** Starts the queues, the scheduled work and the app on an open database. The caller opens the port. */
export async function startServer(deps: ServerDeps): Promise<RunningServer> {
  const { config, database, media, engines, log, nowMs, version, telemetry } = deps
  const { tracing } = telemetry
  const db = telemetry.traceTransactions(database.db)
  const { gallery, articles } = deps.content
  const files = withComponentLocale(deps.content.files, config.componentLocale)
  const onError = (error: Error) => log.warn({ err: error }, 'Job queue error')
  const boss = await openBoss({ database, createQueues, onError })
  const runningProcess = await openRunningProcess({
    database,
    db,
    async onCrash() {
      log.warn('Process crash detected; checking the ledger')
      await requestLedgerCheck(boss.queues)
    },
    onError: (error) => log.warn({ err: error }, 'Crash detection failed'),
  })
  const signals = await openSignals(database)
  const queue = openGenerationQueue(boss.queues, signals)
  const isWorking = config.role !== 'web'
  const stopping = new AbortController()
  const metrics = createMetrics(db, LEDGER_CHECKS)
  telemetry.pushMetrics(metrics.registry)
  const freeBytes = deps.freeBytes ?? (() => freeBytesOf(config.dataDir))
  const room = createDiskSpace({
    nowMs,
    freeBytes,
    checkWrites: (isSuspect) => checkFolder(scratchFolder(config.dataDir), isSuspect),
    onChange: createDiskReport({ isPaused: () => db.execute(sql`select 1`).then(() => false, isDatabasePaused), log }),
  })
  const push = await openPush({
    db,
    config,
    onTried: metrics.notePush,
    network: deps.pushNetwork ?? SYSTEM_NETWORK,
    nowMs,
    log,
    tracing,
    signals,
    isDelivering: isWorking,
  })
  const mail = await openMail({ db, config, onTried: metrics.noteMail, nowMs, log, tracing, signals, isDelivering: isWorking })
  const secret = await sharedSecret(db)
  const payment = deps.payment ?? (await openPayment({ config, db, secret, nowMs, log, fetch, mountSandboxAdmin }))
  const health = createEngineHealth(db, nowMs)
  signals.on(
    'engines',
    () => void health.refresh().catch((error: unknown) => log.warn({ err: error }, 'Engine health could not be loaded')),
  )
  await health.refresh()
  const invoices = createInvoiceWriter({
    workerUrl: deps.invoiceWorkerUrl ?? null,
    onProblem: (error) => log.error({ err: error }, 'Invoice file could not be written'),
  })
  const services = {
    db,
    nowMs,
    media,
    gallery,
    articles,
    queue,
    mailer: mail.mailer,
    push,
    freeBytes,
    uploadSpace: createUploadSpace(freeBytes),
    decoding: createDecoding(),
    hashing: deps.hashing ?? createPasswordHashing(),
    google:
      config.google === undefined
        ? null
        : createGoogleVerifier({
            config: config.google,
            nowMs,
            onAway: (error) => log.warn({ err: error }, 'Google could not be reached'),
          }),
    config,
    secret,
    payment: payment.provider,
    invoices,
    metrics,
    log,
    version,
    engineName: engines.all.map(({ name }) => name).join(', '),
    parameters: engines.parameters,
    awayOf: (modelName: string) => health.away().get(engines.engineOf(modelName).name),
    modelWaits: createModelWaits(db, nowMs),
    dropWork(handle: string) {
      const noteFailure = (error: unknown) => log.warn({ err: error }, 'Remote job could not be canceled')
      for (const engine of engines.all) void engine.drop?.(handle).catch(noteFailure)
    },
  }
  await database.exclusively(() => claimFormerEmails(db, secret))
  // Issues missing documents before this process accepts a payment, so that numbers are in the order of payment.
  await issueMissingDocuments(services)
  let isLeaving = false
  const isReady = () =>
    queryRows<{ writable: boolean }>(db, IS_WRITABLE).then(
      async ([row]) => !isLeaving && row?.writable === true && (await room.hasRoom()),
      () => false,
    )
  // If the database is shared, the command `operator-confirm` confirms a second factor itself and sends no request to this process.
  const confirmations = database.isShared
    ? null
    : answerRequests({
        dataDir: config.dataDir,
        answer: (request) => confirmOperatorFactor({ ...services, operatorAccounts: config.operatorAccounts }, request),
        onError: (error) => log.warn({ err: error }, 'Second factor confirmation failed'),
      })
  const queues = { boss: boss.queues, signals, queue }
  const workDeps = {
    services,
    database,
    ...queues,
    engines,
    health,
    waitLimitMs: config.engine.timeLimitMs,
    seedCount: config.seedVideos,
    room,
    log,
    tracing,
  }
  const work = isWorking ? await startWork({ ...workDeps, checkout: payment.checkout, stopping: stopping.signal }) : null
  const app = (config.role === 'worker' ? createWorkerApp : createApp)({
    services,
    config,
    engines: engines.all,
    log,
    tracing,
    files,
    build: { version, build: files.buildId, builtAtMs: files.builtAtMs },
    isReady,
    room,
  })
  return {
    app,
    checkout: config.role === 'worker' ? null : (payment.checkout?.app ?? null),
    payRound: async () => work?.payRound(),
    firstHousekeeping: work?.firstHousekeeping ?? Promise.resolve(),
    leave() {
      isLeaving = true
    },
    async stop() {
      isLeaving = true
      stopping.abort()
      await work?.stop()
      await confirmations?.stop()
      await mail.stop()
      await payment.checkout?.stop()
      await invoices.close()
      await push.stop()
      await signals.stop()
      // Stopped before the queues, because its last poll may queue the ledger check after a crash.
      await runningProcess.stop()
      await boss.stop()
      await Promise.all(engines.all.map((engine) => engine.close()))
      await telemetry.stop()
      metrics.close()
    },
  }
}

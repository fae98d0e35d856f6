import { type Database, eq, isDatabaseAway, task } from '#server/database/database.ts'
import { type MediaStore, isStoreAway } from '#server/media-store/file-store.ts'
import type { GenerationQueue } from './generation-queue.ts'
import type { Logger } from '#server/telemetry/log.ts'
import { rm, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { type Engine, type EngineRequest, type EngineRun, type EngineSet, EngineAway, EngineFailure } from '#server/motion/engine.ts'
import type { DiskSpace } from '#server/disk/disk-space.ts'
import { isWriteRefused } from '#server/disk/is-write-refused.ts'
import type { OpenSpan, Tracing } from '#server/telemetry/tracing.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import type { EngineHealth } from './engine-health.ts'
import { GIVEN_UP_TEXT, MAX_ATTEMPTS } from './recover-tasks.ts'
import { failTask, requeueTask, succeedTask } from './task-ends.ts'
import { type Claim, createTaskClaimer } from './generation-queue.ts'
import { type ClaimedTask, type LeaseReport, renewLease } from './task-lease.ts'

const RENEW_MS = 5000
const TRY_AGAIN_MS = 1000
export const NOT_STORED_TEXT = "The server couldn't store this video, so your points were returned. Try again later."

/**
 * `refused`: the engine rejected the video, which failed. `given_up`: failed after too many attempts, or on a full disk. `later`: retried
 * after a bug. `away`: the engine was unreachable; the task waits, or failed after too many attempts. `interrupted`: the server stops.
 * `lost`: cancelled, or claimed by another worker.
 */
type AttemptOutcome = 'made' | 'refused' | 'given_up' | 'later' | 'away' | 'interrupted' | 'lost'

interface AttemptReport {
  readonly engine: string
  readonly outcome: AttemptOutcome
  readonly ms: number
}

export interface RunnerDeps {
  readonly db: Database
  readonly queue: GenerationQueue
  readonly engines: EngineSet
  readonly health: EngineHealth
  readonly media: MediaStore
  readonly room: Pick<DiskSpace, 'hasRoom'>
  readonly nowMs: () => number
  readonly log: Logger
  readonly tracing: Tracing
  readonly onAttempt: (attempt: AttemptReport) => void
  /** The name of this process in leases. */
  readonly worker: string
  /** Aborted when the server stops: running tasks return to the queue. */
  readonly stopping: AbortSignal
}

export interface GenerationRunner {
  /** Claims the next waiting task and runs it to its end. With several engines it continues until no task can be claimed. Never rejects. */
  readonly runNext: () => Promise<void>
  readonly isRunning: (taskId: string) => boolean
  /** Stops the work on a cancelled task and deletes its output. */
  readonly drop: (taskId: string) => void
}

/**
 * PENDING -> PROCESSING -> SUCCESS | FAILED, and back to PENDING when the server stops or a bug ended the attempt.
 * The worker renews the lease while the engine works. After losing the lease it drops the work and stores nothing.
 */
export function createGenerationRunner(deps: RunnerDeps): GenerationRunner {
  const { db, engines, log, worker } = deps
  const runningTasks = new Map<string, AbortController>()
  const claimNext = createTaskClaimer(db, worker, engines, ({ name }) => deps.health.away().has(name))

  async function runOne(): Promise<boolean> {
    let claim: Claim | undefined
    try {
      claim = deps.stopping.aborted ? undefined : await claimNext()
      if (claim === undefined) return false
      const leaseLost = new AbortController()
      runningTasks.set(claim.claimedTask.taskId, leaseLost)
      await runTracedAttempt(deps, claim, leaseLost)
    } catch (error) {
      log.error({ err: error, taskId: claim?.claimedTask.taskId }, 'Task interrupted; it will be recovered')
    } finally {
      if (claim !== undefined) runningTasks.delete(claim.claimedTask.taskId)
      claim?.release()
    }
    return claim !== undefined
  }

  return {
    isRunning: (taskId) => runningTasks.has(taskId),
    drop: (taskId) => runningTasks.get(taskId)?.abort(),
    async runNext() {
      // A job whose task waits for a busy engine ends without work. So after each task, the runner searches for waiting tasks that have no
      // job any more.
      while ((await runOne()) && engines.configured.length > 1);
    },
  }
}

const FAILURES: ReadonlySet<AttemptOutcome> = new Set(['refused', 'given_up', 'later'])

async function runTracedAttempt(deps: RunnerDeps, claim: Claim, leaseLost: AbortController): Promise<void> {
  const { claimedTask } = claim
  const engine = claim.engine.name
  const facts = { 'kinora.task_id': claimedTask.taskId, 'kinora.attempt': claimedTask.attempt, 'kinora.engine': engine }
  const startedMs = deps.nowMs()
  await deps.tracing.span({ kind: 'work', name: 'video', facts }, async (span) => {
    span.enter('preparing')
    const outcome = await runAttempt(deps, claim, leaseLost, span)
    span.note({ 'kinora.outcome': outcome })
    if (FAILURES.has(outcome)) span.fail()
    deps.onAttempt({ engine, outcome, ms: deps.nowMs() - startedMs })
  })
}

async function runAttempt(
  deps: RunnerDeps,
  { claimedTask, engine }: Claim,
  leaseLost: AbortController,
  span: OpenSpan,
): Promise<AttemptOutcome> {
  const { db, media, room, nowMs, log, queue } = deps
  const signal = AbortSignal.any([leaseLost.signal, deps.stopping])
  const renewTaskLease = async (progress: LeaseReport) => {
    if (!(await renewLease(db, claimedTask, progress))) leaseLost.abort()
  }
  const report = (progress: LeaseReport) =>
    void renewTaskLease(progress).catch((error: unknown) =>
      log.warn({ err: error, taskId: claimedTask.taskId }, 'Task lease renewal failed'),
    )
  const timer = setInterval(() => report({}), RENEW_MS)
  const startedMs = nowMs()
  const estimateLeftMs = createTimeLeft(nowMs)
  const outputs = { videoPath: media.temporaryPath(), posterPath: media.temporaryPath() }
  try {
    if (!(await room.hasRoom())) throw new EngineFailure(NOT_STORED_TEXT)
    const run: EngineRun = {
      signal,
      onStage(stage) {
        span.enter(stage)
        report({ stage })
      },
      onProgress: (progress) => report({ progress, leftMs: estimateLeftMs(progress) }),
      handle: claimedTask.engineHandle,
      async saveHandle(engineHandle) {
        await renewTaskLease({ engineHandle })
        // If the task was cancelled before the handle was stored, the cancellation did not reach the remote work, so this code cancels the
        // work.
        if (leaseLost.signal.aborted && (await isCancelled(db, claimedTask))) await engine.drop?.(engineHandle)
      },
    }
    const { images } = claimedTask.batch
    const runEngine = async (imagePaths: readonly string[]) => {
      // An engine does not notice an abort before its start, and the server may have stopped during the claim or the download of pictures.
      signal.throwIfAborted()
      return engine.run(toRequest(claimedTask, { ...outputs, imagePaths }), run)
    }
    const result = await retryWhileAway(() => media.withLocal(images, runEngine), isStoreAway, signal)
    span.enter('publishing')
    // Renews the lease first: a worker that was suspended must not overwrite the file of the next worker.
    await retryWhileAway(() => renewTaskLease({}), isDatabaseAway, signal)
    signal.throwIfAborted()
    const { size: posterBytes } = await stat(outputs.posterPath)
    await retryWhileAway(() => media.publish(outputs.posterPath, claimedTask.posterName), isStoreAway, signal)
    await retryWhileAway(() => media.publish(outputs.videoPath, claimedTask.videoName), isStoreAway, signal)
    const { modelName, batch } = claimedTask
    const costPerSecondUsd = deps.engines.costs.get(modelName)
    const costUsd = result.costUsd ?? (costPerSecondUsd === undefined ? undefined : costPerSecondUsd * durationSeconds(batch.duration))
    const isStored = await retryWhileAway(
      () => succeedTask(db, claimedTask, { ...result, posterBytes, costUsd }, nowMs()),
      isDatabaseAway,
      signal,
    )
    if (!isStored) {
      await removeCancelledFiles(deps, claimedTask)
      return 'lost'
    }
    log.info({ taskId: claimedTask.taskId, ms: nowMs() - startedMs, bytes: result.bytes }, 'Video rendered')
    await deps.health.noteMade(engine.name).catch((error: unknown) => log.warn({ err: error }, 'Engine health could not be stored'))
    return 'made'
  } catch (error) {
    if (leaseLost.signal.aborted) return 'lost'
    if (!deps.stopping.aborted) return await settleFailure(deps, claimedTask, engine, error)
    await requeueTask(db, queue, claimedTask, true)
    return 'interrupted'
  } finally {
    clearInterval(timer)
    await Promise.all(Object.values(outputs).map((path) => rm(path, { force: true })))
  }
}

/**
 * Retries `work` while the database or the store is unreachable. Rejects when `signal` aborts, for example because another worker has the
 * task.
 */
async function retryWhileAway<T>(work: () => Promise<T>, isAway: (error: unknown) => boolean, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
      await setTimeout(TRY_AGAIN_MS, undefined, { signal })
    }
  }
}

/**
 * Removes the files of a video that was cancelled during publishing. If the task is not cancelled, another attempt may own the files, so
 * they stay.
 */
async function removeCancelledFiles({ db, media }: RunnerDeps, claimedTask: ClaimedTask): Promise<void> {
  if (await isCancelled(db, claimedTask)) await Promise.all([media.remove(claimedTask.videoName), media.remove(claimedTask.posterName)])
}

async function isCancelled(db: Database, { taskId }: ClaimedTask): Promise<boolean> {
  const [row] = await db.select({ status: task.status }).from(task).where(eq(task.id, taskId))
  return row?.status === 'CANCELLED'
}

async function settleFailure(deps: RunnerDeps, claimedTask: ClaimedTask, engine: Engine, error: unknown): Promise<AttemptOutcome> {
  const { db, queue, media, log, nowMs } = deps
  const { taskId, attempt } = claimedTask
  const fail = (errorMsg: string) => failTask({ db, files: media }, claimedTask, errorMsg, nowMs())
  if (error instanceof EngineAway) {
    log.warn({ err: error, taskId, engine: engine.name }, 'Engine is unavailable')
    await deps.health.noteAway(engine.name, error.reason)
    // The failed attempt counts: the task itself may crash the engine, and would then block all other tasks.
    if (attempt < MAX_ATTEMPTS) await requeueTask(db, queue, claimedTask, false)
    else await fail(error.message)
    return 'away'
  }
  if (error instanceof EngineFailure) {
    log.info({ err: error, taskId }, 'Video rejected by the engine')
    await fail(error.message)
    return 'refused'
  }
  log.error({ err: error, taskId, attempt }, 'Render attempt failed')
  if (isWriteRefused(error) || attempt >= MAX_ATTEMPTS) {
    await fail(isWriteRefused(error) ? NOT_STORED_TEXT : GIVEN_UP_TEXT)
    return 'given_up'
  }
  await requeueTask(db, queue, claimedTask, false)
  return 'later'
}

type Paths = Pick<EngineRequest, 'imagePaths' | 'videoPath' | 'posterPath'>

function toRequest({ taskId, variation, modelName, batch }: ClaimedTask, paths: Paths): EngineRequest {
  const { bizType, prompt, duration, resolution, imageFidelity, templateId, aiMusic, seed, controls } = batch
  return {
    taskId,
    bizType,
    modelName,
    prompt,
    templateId,
    aiMusic: aiMusic === 1 ? 1 : 0,
    controls: controls ?? undefined,
    seed,
    duration,
    resolution,
    imageFidelity,
    variation,
    ...paths,
  }
}

/**
 * Estimates the remaining time of a task, in ms, from the progress since the first report; null until further progress is reported. The
 * time before that report, while workers initialise, does not count.
 */
export function createTimeLeft(nowMs: () => number): (share: number) => number | null {
  let firstReport: { readonly share: number; readonly atMs: number } | null = null
  return (share) => {
    const atMs = nowMs()
    if (firstReport === null || share <= firstReport.share) {
      firstReport ??= { share, atMs }
      return null
    }
    return Math.round(((atMs - firstReport.atMs) / (share - firstReport.share)) * (1 - share))
  }
}

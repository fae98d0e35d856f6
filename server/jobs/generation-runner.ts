import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import type { Engine, EngineRequest } from '#server/providers/engine/engine.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'
import type { GenerationQueue } from '#server/services/context/context.ts'
import type { ClaimedTask } from './task-lease.ts'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { GIVEN_UP_TEXT, MAX_ATTEMPTS } from './recover-tasks.ts'
import { failTask, giveBackTask, succeedTask } from './task-ends.ts'
import { claimTask, LEASE_MS, renewLease } from './task-lease.ts'

const RENEW_MS = LEASE_MS / 3

export interface RunnerDeps {
  readonly db: Database
  readonly queue: GenerationQueue
  readonly engine: Engine
  readonly media: MediaStore
  readonly nowMs: () => number
  readonly log: Logger
  /** This process among all that share the database. */
  readonly worker: string
  /** Aborted when the server stops: what runs goes back to the queue. */
  readonly stopping: AbortSignal
}

/**
 * PENDING -> PROCESSING -> SUCCESS | FAILED, and back to PENDING when the server stops or a bug ended the attempt.
 * The lease is renewed while the engine works; when it is lost, the work is dropped without a trace.
 */
export function createGenerationRunner(deps: RunnerDeps): (taskId: string) => Promise<void> {
  const { db, log, worker, nowMs } = deps
  return async (taskId) => {
    try {
      const claimed = deps.stopping.aborted ? undefined : await claimTask(db, taskId, worker, nowMs())
      if (claimed !== undefined) await attempt(deps, claimed)
    } catch (error) {
      log.error({ err: error, taskId }, 'a task was left to be recovered')
    }
  }
}

async function attempt(deps: RunnerDeps, claimed: ClaimedTask): Promise<void> {
  const { db, engine, media, nowMs, log, queue } = deps
  const lost = new AbortController()
  const signal = AbortSignal.any([lost.signal, deps.stopping])
  const renew = async (progress: Parameters<typeof renewLease>[2]) => {
    if (!(await renewLease(db, claimed, progress, nowMs()))) lost.abort()
  }
  const report = (progress: Parameters<typeof renewLease>[2]) =>
    void renew(progress).catch((error: unknown) => log.warn({ err: error, taskId: claimed.taskId }, 'a lease was not renewed'))
  const timer = setInterval(() => report({}), RENEW_MS)
  const startedMs = nowMs()
  try {
    const made = await engine.run(toRequest(claimed, media), {
      signal,
      onStage: (stage) => report({ stage }),
      handle: claimed.engineHandle,
      saveHandle: (engineHandle) => renew({ engineHandle }),
    })
    await Promise.all([media.sync(claimed.videoName), media.sync(claimed.posterName)])
    await succeedTask(db, claimed, made, nowMs())
    log.info({ taskId: claimed.taskId, ms: nowMs() - startedMs, bytes: made.bytes }, 'video made')
  } catch (error) {
    if (lost.signal.aborted) return
    if (deps.stopping.aborted) return await giveBackTask(db, queue, claimed, true)
    await settleFailure(deps, claimed, error)
  } finally {
    clearInterval(timer)
  }
}

async function settleFailure({ db, queue, log, nowMs }: RunnerDeps, claimed: ClaimedTask, error: unknown): Promise<void> {
  const { taskId, attempt } = claimed
  if (error instanceof EngineFailure) {
    log.info({ taskId, reason: error.message }, 'video refused by the engine')
    await failTask(db, claimed, error.message, nowMs())
    return
  }
  log.error({ err: error, taskId, attempt }, 'an attempt failed')
  if (attempt >= MAX_ATTEMPTS) await failTask(db, claimed, GIVEN_UP_TEXT, nowMs())
  else await giveBackTask(db, queue, claimed, false)
}

function toRequest({ taskId, take, videoName, posterName, batch }: ClaimedTask, media: MediaStore): EngineRequest {
  const { bizType, prompt, images, duration, resolution, imageFidelity } = batch
  return {
    taskId,
    bizType,
    prompt,
    imagePaths: images.map((name) => media.pathOf(name)),
    duration,
    resolution,
    imageFidelity,
    take,
    videoPath: media.pathOf(videoName),
    posterPath: media.pathOf(posterName),
  }
}

import type { Logger } from 'pino'
import type { Database } from '#server/platform/database/database.ts'
import type { MediaStore } from '#server/platform/media/disk.ts'
import type { GenerationQueue } from '#server/context.ts'
import { rm } from 'node:fs/promises'
import { type Engine, type EngineRequest, EngineFailure } from '#server/motion/engines/engine.ts'
import { type DiskSpace, isDiskFull } from '#server/platform/media/disk-space.ts'
import { GIVEN_UP_TEXT, MAX_ATTEMPTS } from './recover-tasks.ts'
import { failTask, requeueTask, succeedTask } from './task-ends.ts'
import { type ClaimedTask, claimTask, LEASE_MS, renewLease } from './task-lease.ts'

const RENEW_MS = LEASE_MS / 3
export const NO_SPACE_TEXT = 'The server has no room for this video at the moment. Your points are back. Try again later.'

export interface RunnerDeps {
  readonly db: Database
  readonly queue: GenerationQueue
  readonly engine: Engine
  readonly media: MediaStore
  readonly room: DiskSpace
  readonly nowMs: () => number
  readonly log: Logger
  /** The id of this process in the database. */
  readonly worker: string
  /** Aborted when the server stops: running tasks return to the queue. */
  readonly stopping: AbortSignal
  /** Called after the commit of a task's end. */
  readonly onEnded: () => void
}

export interface GenerationRunner {
  /** Runs the next waiting task to its end; never rejects. */
  readonly runNext: () => Promise<void>
  readonly isRunning: (taskId: string) => boolean
}

/**
 * PENDING -> PROCESSING -> SUCCESS | FAILED, and back to PENDING when the server stops or a bug ended the attempt.
 * The lease is renewed while the engine works; when it is lost, the work is dropped without a trace.
 */
export function createGenerationRunner(deps: RunnerDeps): GenerationRunner {
  const { db, log, worker, nowMs } = deps
  const running = new Set<string>()
  return {
    isRunning: (taskId) => running.has(taskId),
    async runNext() {
      let taskId: string | undefined
      try {
        const claimed = deps.stopping.aborted ? undefined : await claimTask(db, worker, nowMs())
        if (claimed === undefined) return
        taskId = claimed.taskId
        running.add(taskId)
        await attempt(deps, claimed)
      } catch (error) {
        log.error({ err: error, taskId }, 'a task was left to be recovered')
      } finally {
        if (taskId !== undefined) running.delete(taskId)
      }
    },
  }
}

async function attempt(deps: RunnerDeps, claimed: ClaimedTask): Promise<void> {
  const { db, engine, media, room, nowMs, log, queue } = deps
  const lost = new AbortController()
  const signal = AbortSignal.any([lost.signal, deps.stopping])
  const renew = async (progress: Parameters<typeof renewLease>[2]) => {
    if (!(await renewLease(db, claimed, progress, nowMs()))) lost.abort()
  }
  const report = (progress: Parameters<typeof renewLease>[2]) =>
    void renew(progress).catch((error: unknown) => log.warn({ err: error, taskId: claimed.taskId }, 'a lease was not renewed'))
  const timer = setInterval(() => report({}), RENEW_MS)
  const startedMs = nowMs()
  const request = toRequest(claimed, media)
  try {
    // The server may have stopped while the task was claimed; an engine only sees aborts after it began.
    signal.throwIfAborted()
    if (!(await room.hasRoom())) throw new EngineFailure(NO_SPACE_TEXT)
    const made = await engine.run(request, {
      signal,
      onStage: (stage) => report({ stage }),
      handle: claimed.engineHandle,
      saveHandle: (engineHandle) => renew({ engineHandle }),
    })
    await Promise.all([media.publish(request.videoPath, claimed.videoName), media.publish(request.posterPath, claimed.posterName)])
    await succeedTask(db, claimed, made, nowMs())
    deps.onEnded()
    log.info({ taskId: claimed.taskId, ms: nowMs() - startedMs, bytes: made.bytes }, 'video made')
  } catch (error) {
    if (lost.signal.aborted) return
    if (deps.stopping.aborted) return await requeueTask(db, queue, claimed, true)
    await settleFailure(deps, claimed, error)
  } finally {
    clearInterval(timer)
    await Promise.all([request.videoPath, request.posterPath].map((path) => rm(path, { force: true })))
  }
}

async function settleFailure({ db, queue, media, log, nowMs, onEnded }: RunnerDeps, claimed: ClaimedTask, error: unknown): Promise<void> {
  const { taskId, attempt } = claimed
  if (error instanceof EngineFailure) {
    log.info({ err: error, taskId }, 'video refused by the engine')
    await failTask({ db, files: media }, claimed, error.message, nowMs())
    onEnded()
    return
  }
  log.error({ err: error, taskId, attempt }, 'an attempt failed')
  if (isDiskFull(error)) await failTask({ db, files: media }, claimed, NO_SPACE_TEXT, nowMs())
  else if (attempt >= MAX_ATTEMPTS) await failTask({ db, files: media }, claimed, GIVEN_UP_TEXT, nowMs())
  else await requeueTask(db, queue, claimed, false)
  onEnded()
}

function toRequest({ taskId, take, batch }: ClaimedTask, media: MediaStore): EngineRequest {
  const { bizType, prompt, images, duration, resolution, imageFidelity, templateId, aiMusic, seed } = batch
  return {
    taskId,
    bizType,
    prompt,
    templateId,
    aiMusic: aiMusic === 1 ? 1 : 0,
    seed,
    imagePaths: images.map((name) => media.pathOf(name)),
    duration,
    resolution,
    imageFidelity,
    take,
    videoPath: media.temporaryPath(),
    posterPath: media.temporaryPath(),
  }
}

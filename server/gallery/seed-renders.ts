import type PgBoss from 'pg-boss'
import type { Logger } from '#server/telemetry/log.ts'
import { type Database, inArray, task } from '#server/database/database.ts'
import { rm } from 'node:fs/promises'
import { type Rounds, openRounds } from '#server/queue/open-boss.ts'
import type { Engine } from '#server/motion/engine.ts'
import type { MediaStore } from '#server/media-store/file-store.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import { DEFAULT_AI_MUSIC, DEFAULT_IMAGE_FIDELITY } from '#shared/domain/generation-options.ts'
import { seedOf } from '#motion/random.ts'
import type { Gallery, GalleryItem } from './open-gallery.ts'

export const SEED_RENDERS = 'seed-videos'
const ROUND_INTERVAL_MS = 60_000
/** The interval of the check for unfinished user videos, in ms. */
const POLL_MS = 500
/** The maximum length of a round, in ms: well below the time after which the queue expires its job. */
const ROUND_MS = 5 * 60 * 1000

interface SeedRendersDeps {
  readonly boss: PgBoss
  readonly db: Database
  readonly gallery: Gallery
  /** Only the first items of the gallery, up to this number, get a video. */
  readonly count: number
  readonly render: SeedRenderer
  readonly media: Pick<MediaStore, 'temporaryPath'>
  readonly log: Logger
  readonly tracing: Tracing
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

/**
 * Renders the gallery's videos, one at a time across all processes, and only while no user video waits or renders. A new user video aborts
 * the current gallery video, which restarts later. A failed gallery video is not retried until the server starts again.
 */
export async function openSeedRenders({
  boss,
  db,
  gallery,
  count,
  render,
  media,
  log,
  tracing,
  stopping,
}: SeedRendersDeps): Promise<Rounds> {
  const videoItems = gallery.items.slice(0, count)
  const failedIds = new Set<string>()
  let havePicturesFailed = false
  const logError = (error: unknown) => log.error({ err: error }, 'Rendering of gallery videos failed')

  async function round(): Promise<void> {
    const untilMs = performance.now() + ROUND_MS
    await gallery.refresh()
    for (const item of videoItems) {
      if (failedIds.has(item.id) || gallery.hasVideo(item)) continue
      if (stopping.aborted || performance.now() > untilMs || (await hasUnfinishedUserVideo(db))) return
      const interruption = new AbortController()
      const timer = setInterval(
        () => void hasUnfinishedUserVideo(db).then((isUnfinished) => isUnfinished && interruption.abort(), logError),
        POLL_MS,
      )
      try {
        await render(item, AbortSignal.any([interruption.signal, stopping]))
        log.info({ item: item.id }, 'Gallery video rendered')
      } catch (error) {
        if (interruption.signal.aborted || stopping.aborted) return
        failedIds.add(item.id)
        log.error({ err: error, item: item.id }, 'Gallery video could not be rendered')
      } finally {
        clearInterval(timer)
      }
    }
    if (!havePicturesFailed) await makePictures(untilMs)
  }

  /** Creates missing AVIF pictures, after the videos: until then larger files of the same pictures are served. */
  async function makePictures(untilMs: number): Promise<void> {
    const mayContinue = async () => !stopping.aborted && performance.now() < untilMs && !(await hasUnfinishedUserVideo(db))
    const temporaryPath = media.temporaryPath()
    try {
      while ((await mayContinue()) && (await gallery.makeNextAvif(videoItems, temporaryPath)));
    } catch (error) {
      havePicturesFailed = true
      log.error({ err: error }, 'Gallery thumbnail could not be created')
    } finally {
      await rm(temporaryPath, { force: true })
    }
  }

  return openRounds({
    boss,
    name: SEED_RENDERS,
    everyMs: ROUND_INTERVAL_MS,
    round: () => round().catch(logError),
    tracing,
    onError: logError,
  })
}

async function hasUnfinishedUserVideo(db: Database): Promise<boolean> {
  const isGenerating = inArray(task.status, ['PENDING', 'PROCESSING'])
  const rows = await db.select({ id: task.id }).from(task).where(isGenerating).limit(1)
  return rows.length > 0
}

type SeedRenderer = (item: GalleryItem, signal: AbortSignal) => Promise<void>

interface SeedRendererDeps {
  readonly engine: Engine
  readonly gallery: Gallery
  readonly media: Pick<MediaStore, 'temporaryPath'>
}

export function createSeedRenderer({ engine, gallery, media }: SeedRendererDeps): SeedRenderer {
  return async (item, signal) => {
    const [videoPath, posterPath] = [media.temporaryPath(), media.temporaryPath()]
    try {
      await engine.run(toRequest(item, videoPath, posterPath), {
        signal,
        onStage: () => undefined,
        onProgress: () => undefined,
        handle: null,
        saveHandle: async () => undefined,
      })
      await gallery.addVideo(item, videoPath)
    } finally {
      await Promise.all([videoPath, posterPath].map((path) => rm(path, { force: true })))
    }
  }
}

function toRequest(item: GalleryItem, videoPath: string, posterPath: string): Parameters<Engine['run']>[0] {
  const { id, bizType, prompt, pictures, videoLength, videoResolution } = item
  const isEffect = bizType === 'TEMPLATE'
  return {
    taskId: `seed-${id}`,
    bizType,
    modelName: '',
    prompt,
    templateId: isEffect ? id : null,
    aiMusic: isEffect ? DEFAULT_AI_MUSIC : 0,
    seed: seedOf(id) >>> 1,
    imagePaths: pictures.map(({ path }) => path),
    duration: videoLength,
    resolution: videoResolution,
    imageFidelity: DEFAULT_IMAGE_FIDELITY,
    variation: 0,
    videoPath,
    posterPath,
  }
}

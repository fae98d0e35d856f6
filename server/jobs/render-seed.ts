import type { Engine } from '#server/providers/engine/engine.ts'
import type { Gallery, GalleryItem } from '#server/providers/gallery/open-gallery.ts'
import type { MediaStore } from '#server/providers/media/disk.ts'
import { rename, rm } from 'node:fs/promises'
import { DEFAULT_AI_MUSIC, DEFAULT_IMAGE_FIDELITY } from '#shared/domain/generation-options.ts'
import { seedOf } from '#shared/motion/random.ts'

/** Makes the video of an item and puts it where the gallery looks for it, whole or not at all. */
export type SeedRenderer = (item: GalleryItem, signal: AbortSignal) => Promise<void>

interface SeedRendererDeps {
  readonly engine: Engine
  readonly gallery: Gallery
  readonly media: Pick<MediaStore, 'temporaryPath'>
}

export function createSeedRenderer({ engine, gallery, media }: SeedRendererDeps): SeedRenderer {
  return async (item, signal) => {
    const place = gallery.fileOf(item.videoName)
    if (place === undefined) throw new Error(`the gallery has no video ${item.videoName}`)
    const [videoPath, posterPath] = [media.temporaryPath(), media.temporaryPath()]
    try {
      await engine.run(toRequest(item, videoPath, posterPath), {
        signal,
        onStage: () => undefined,
        handle: null,
        saveHandle: async () => undefined,
      })
      await rename(videoPath, place.path)
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
    prompt,
    templateId: isEffect ? id : null,
    aiMusic: isEffect ? DEFAULT_AI_MUSIC : 0,
    seed: seedOf(id) >>> 1,
    imagePaths: pictures.map(({ path }) => path),
    duration: videoLength,
    resolution: videoResolution,
    imageFidelity: DEFAULT_IMAGE_FIDELITY,
    take: 0,
    videoPath,
    posterPath,
  }
}

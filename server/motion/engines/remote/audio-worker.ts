import type { EncodedMusic } from '#server/motion/render/encode-music.ts'
import type { RenderPoolOptions } from '#server/motion/render/render-pool.ts'
import type { MusicRequest } from '#shared/motion/music/music.ts'
import { createWorkerPool } from '#server/motion/render/worker-pool.ts'
import { MUSIC_LIMIT_MS } from '#server/motion/render/render-limits.ts'

/** Composes music for videos without sound. */
export interface AudioWorker {
  compose(music: MusicRequest, signal: AbortSignal): Promise<EncodedMusic>
  close(): Promise<void>
}

/** On its own thread, which is started on demand. */
export function createAudioWorker({ workerUrl, startTimer }: Pick<RenderPoolOptions, 'workerUrl' | 'startTimer'>): AudioWorker {
  const pool = createWorkerPool<MusicRequest, EncodedMusic>(workerUrl, 1, startTimer)
  return {
    compose: (music, signal) => pool.run(music, { limitMs: MUSIC_LIMIT_MS, signal }),
    close: () => pool.close(),
  }
}

import type { Engine } from '#server/providers/engine/engine.ts'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { createRenderPool } from '#server/render/create-render-pool.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { makePlan } from '#shared/motion/make-plan.ts'
import { seedOf } from '#shared/motion/random.ts'

/** Kinora Motion: the renderer of this project, on worker threads of this process. A task that is run again makes the same video. */
export function createBuiltinEngine(options: { workerUrl: URL; workers: number }): Engine {
  const pool = createRenderPool(options)

  return {
    name: 'builtin',
    run(request, { signal, onStage }) {
      const [imagePath] = request.imagePaths
      if (imagePath === undefined) return Promise.reject(new EngineFailure('This video needs a picture.'))
      if (request.bizType !== 'CUSTOM') return Promise.reject(new EngineFailure('Kinora Motion cannot make this kind of video yet.'))
      const { prompt, imageFidelity, take, resolution, videoPath, posterPath } = request
      const seed = seedOf(`${request.taskId}:${take}`)
      const seconds = durationSeconds(request.duration)
      const planFor = (picture: { width: number; height: number }) =>
        makePlan({ prompt, picture, durationSeconds: seconds, imageFidelity, seed, take })
      return pool.renderVideo({ imagePath, resolution, planFor, videoPath, posterPath }, { signal, onStage })
    },
    close: () => pool.close(),
  }
}

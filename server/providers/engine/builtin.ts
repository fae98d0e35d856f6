import type { Engine } from '#server/providers/engine/engine.ts'
import { EngineFailure } from '#server/providers/engine/engine.ts'
import { createRenderPool } from '#server/render/create-render-pool.ts'
import { durationSeconds } from '#shared/domain/generation-options.ts'
import { makePlan } from '#shared/motion/make-plan.ts'
import type { Size } from '#shared/motion/picture.ts'

const NEEDS_ONE = 'This video needs one picture.'
const NEEDS_TWO = 'This video needs a first and a last picture.'

/** Kinora Motion: the renderer of this project, on worker threads of this process. A task that is run again makes the same video. */
export function createBuiltinEngine(options: { workerUrl: URL; workers: number }): Engine {
  const pool = createRenderPool(options)

  return {
    name: 'builtin',
    run(request, { signal, onStage }) {
      const { imagePaths, resolution, duration, videoPath, posterPath } = request
      const wanted = request.bizType === 'HEAD_TAIL' ? 2 : 1
      if (imagePaths.length !== wanted) return Promise.reject(new EngineFailure(wanted === 2 ? NEEDS_TWO : NEEDS_ONE))
      const planFor = (picture: Size) => makePlan({ ...request, picture, durationSeconds: durationSeconds(duration) })
      return pool.renderVideo({ imagePaths, resolution, planFor, videoPath, posterPath }, { signal, onStage })
    },
    close: () => pool.close(),
  }
}

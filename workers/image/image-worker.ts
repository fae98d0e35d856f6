import type { ImageApi, PrepareStage } from '#shared/contract/image-contract.ts'
import type { ProgressMessage } from '#shared/contract/progress-message.ts'
import type { SketchCalls } from '#shared/contract/sketch-contract.ts'
import { expose } from 'comlink'
import { canPrepare, engineOf } from './core/browser-engine.ts'
import { createPictureCalls } from './core/picture-calls.ts'
import { createWorkerCanvas } from './core/worker-canvas.ts'
import { systemClock } from '#shared/clock.ts'
import type { CanvasBackend, Surface } from './core/canvas-backend.ts'

const backend = createWorkerCanvas(engineOf(navigator.userAgent))

expose({
  canPrepare: async () => canPrepare(),
  ...createPictureCalls(backend, (progress) => postMessage({ progress } satisfies ProgressMessage<PrepareStage>)),
  ...lazySketchCalls(backend),
} satisfies ImageApi & SketchCalls)

/** The sketch calls, loaded at their first use, because a worker that prepares pictures does not need them. */
function lazySketchCalls<S extends Surface>(backend: CanvasBackend<S>): SketchCalls {
  let loadingCalls: Promise<SketchCalls> | undefined

  function load(): Promise<SketchCalls> {
    loadingCalls ??= import('./core/sketch-calls.ts').then(({ createSketchCalls }) =>
      createSketchCalls(backend, { nowMs: () => performance.now(), setTimer: systemClock.setTimer }),
    )
    return loadingCalls
  }

  return {
    receiveCanvas: async (...input) => (await load()).receiveCanvas(...input),
    draw: async (...input) => (await load()).draw(...input),
    strip: async (...input) => (await load()).strip(...input),
    rest: async () => (await load()).rest(),
    dropCanvas: async (...input) => (await load()).dropCanvas(...input),
  }
}

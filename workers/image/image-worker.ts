import type { ImageApi, StageMessage } from '#shared/contract/image-contract.ts'
import type { SketchCalls } from '#shared/contract/sketch-contract.ts'
import { expose } from 'comlink'
import { canPrepare, engineOf } from './core/engine.ts'
import { createPictureCalls } from './core/picture-calls.ts'
import { createWorkerCanvas } from './core/worker-canvas.ts'
import { lazySketchCalls } from './lazy-sketch-calls.ts'

const backend = createWorkerCanvas(engineOf(navigator.userAgent))

expose({
  canPrepare: async () => canPrepare(),
  ...createPictureCalls(backend, (stage) => postMessage({ stage } satisfies StageMessage)),
  ...lazySketchCalls(backend),
} satisfies ImageApi & SketchCalls)

import type { ImageApi, StageMessage } from '#shared/contract/image-contract.ts'
import { expose } from 'comlink'
import { canPrepare } from './core/can-prepare.ts'
import { engineOf } from './core/engine.ts'
import { createPictureCalls } from './core/picture-calls.ts'
import { createWorkerEasel } from './core/worker-easel.ts'

const easel = createWorkerEasel(engineOf(navigator.userAgent))

expose({
  canPrepare: async () => canPrepare(),
  ...createPictureCalls(easel, (stage) => postMessage({ stage } satisfies StageMessage)),
} satisfies ImageApi)

import type { ImageApi } from '#shared/contract/image-contract.ts'
import { expose } from 'comlink'
import { canPrepare } from './core/can-prepare.ts'
import { preparePicture } from './core/prepare-picture.ts'

expose({
  canPrepare: async () => canPrepare(),
  prepare: (file, options) => preparePicture(file, options),
} satisfies ImageApi)

import type { PictureCalls, PrepareStage } from '#shared/contract/image-contract.ts'
import type { Easel, Sheet } from './easel.ts'
import { cropPicture } from './crop-picture.ts'
import { lookAtPicture } from './look-at-picture.ts'
import { preparePicture } from './prepare-picture.ts'
import { viewPicture } from './view-picture.ts'

/** What a worker and the page answer alike, each on its own easel. */
export function createPictureCalls<S extends Sheet>(easel: Easel<S>, onStage: (stage: PrepareStage) => void): PictureCalls {
  return {
    prepare: (file, options) => preparePicture(easel, file, options, onStage),
    view: (file, maxInputPixels) => viewPicture(easel, file, maxInputPixels),
    crop: (file, choice, maxInputPixels) => cropPicture(easel, file, choice, maxInputPixels),
    look: (picture, maxInputPixels) => lookAtPicture(easel, picture, maxInputPixels),
  }
}

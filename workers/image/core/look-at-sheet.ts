import type { PictureLook } from '#shared/domain/preflight.ts'
import type { Easel, Sheet } from './easel.ts'
import { LOOK_SIDE_PX, measureLook } from './measure-look.ts'

/** How a painted picture looks, measured on a small copy. Two steps: one with smoothing over all px takes many times longer. */
export function lookAtSheet<S extends Sheet>(easel: Easel<S>, sheet: S): PictureLook {
  const double = copy(easel, sheet, LOOK_SIDE_PX * 2, 'low')
  const small = copy(easel, double, LOOK_SIDE_PX, 'medium')
  double.release()
  const { width, height } = small
  const look = measureLook(small.drawing.getImageData(0, 0, width, height).data, width, height)
  small.release()
  return look
}

function copy<S extends Sheet>(easel: Easel<S>, sheet: S, maxSidePx: number, smoothing: ImageSmoothingQuality): S {
  const scale = Math.min(1, maxSidePx / Math.max(sheet.width, sheet.height))
  const width = Math.max(1, Math.round(sheet.width * scale))
  const height = Math.max(1, Math.round(sheet.height * scale))
  const small = easel.makeSheet(width, height)
  small.drawing.imageSmoothingQuality = smoothing
  small.drawing.drawImage(sheet.image, 0, 0, sheet.width, sheet.height, 0, 0, width, height)
  return small
}

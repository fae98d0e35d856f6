import type { PictureLook } from '#shared/domain/preflight.ts'
import type { DecodedPicture, Easel, Sheet } from './easel.ts'
import { LOOK_SIDE_PX, measureLook } from './measure-look.ts'

type Pixels = Pick<DecodedPicture, 'image' | 'width' | 'height'>

/** How pixels look, measured on a small copy. Two steps: one with smoothing over all px takes many times longer. */
export function lookAtPixels<S extends Sheet>(easel: Easel<S>, pixels: Pixels): PictureLook {
  const double = copy(easel, pixels, LOOK_SIDE_PX * 2, 'low')
  const small = copy(easel, double, LOOK_SIDE_PX, 'medium')
  double.release()
  const { width, height } = small
  const look = measureLook(small.drawing.getImageData(0, 0, width, height).data, width, height)
  small.release()
  return look
}

function copy<S extends Sheet>(
  easel: Easel<S>,
  { image, width: fromWidth, height: fromHeight }: Pixels,
  maxSidePx: number,
  smoothing: ImageSmoothingQuality,
): S {
  const scale = Math.min(1, maxSidePx / Math.max(fromWidth, fromHeight))
  const width = Math.max(1, Math.round(fromWidth * scale))
  const height = Math.max(1, Math.round(fromHeight * scale))
  const small = easel.makeSheet(width, height)
  small.drawing.imageSmoothingQuality = smoothing
  small.drawing.drawImage(image, 0, 0, fromWidth, fromHeight, 0, 0, width, height)
  return small
}

import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { DecodedPicture, Easel, Sheet } from './easel.ts'
import type { Stage } from './paint-stage.ts'
import type { CropChoice } from '#shared/domain/crop-choice.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { Turn } from '#shared/domain/turn.ts'
import type { Result } from '#shared/result.ts'
import { MAX_CANVAS_PX } from '#shared/domain/canvas-limits.ts'
import { isSideways, unturnRect } from '#shared/domain/turn.ts'
import { ok } from '#shared/result.ts'
import { paintStage } from './paint-stage.ts'
import { tooManyPixels } from './plan-picture.ts'

const SAMPLE_SIDE_PX = 256

/**
 * Draws the chosen part of a turned picture at a size, transparent parts white. Where a browser draws nothing of so many px, without a
 * word, it is drawn from fewer of them; what stays blank is refused.
 */
export async function paintPicture<S extends Sheet>(
  easel: Easel<S>,
  picture: DecodedPicture,
  choice: CropChoice,
  width: number,
  height: number,
): Promise<Result<S, ImageProblem>> {
  const sheet = await paintOnce(easel, picture, choice, width, height)
  if (picture.width * picture.height <= MAX_CANVAS_PX || !isBlank(easel, sheet)) return ok(sheet)
  sheet.release()
  const fewer = await picture.decodeFewer()
  if (!fewer.ok) return fewer
  const again = await paintOnce(easel, fewer.value, choice, width, height)
  fewer.value.close()
  if (!isBlank(easel, again)) return ok(again)
  again.release()
  return tooManyPixels({ width: picture.fullWidth, height: picture.fullHeight })
}

/** Whether nothing at all was drawn on a sheet: even the darkest photo has some noise. */
function isBlank<S extends Sheet>(easel: Easel<S>, { image, width, height }: Sheet): boolean {
  const sample = easel.makeSheet(SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  sample.drawing.drawImage(image, 0, 0, width, height, 0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  const { data } = sample.drawing.getImageData(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  sample.release()
  return data.every((channel, at) => channel === data[at % 4])
}

async function paintOnce<S extends Sheet>(
  easel: Easel<S>,
  picture: DecodedPicture,
  { turn, part }: CropChoice,
  width: number,
  height: number,
): Promise<S> {
  const full = { width: picture.fullWidth, height: picture.fullHeight }
  const stage = stageOf<S>(picture, unturnRect(part, full, turn))
  if (turn.quarters === 0 && !turn.isMirrored) return paintStage(easel, stage, width, height)
  const [w, h] = isSideways(turn) ? [height, width] : [width, height]
  return turnSheet(easel, await paintStage(easel, stage, w, h), turn)
}

function stageOf<S>(picture: DecodedPicture, part: Rect): Stage<S> {
  const scaleX = picture.width / picture.fullWidth
  const scaleY = picture.height / picture.fullHeight
  const place = { x: part.x * scaleX, y: part.y * scaleY, width: part.width * scaleX, height: part.height * scaleY }
  return { image: picture.image, isOpaque: picture.isOpaque, sheet: null, ...place }
}

function turnSheet<S extends Sheet>(easel: Easel<S>, sheet: S, turn: Turn): S {
  const [width, height] = isSideways(turn) ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
  const turned = easel.makeSheet(width, height)
  turned.drawing.setTransform(...turnMatrix(sheet, turn))
  turned.drawing.drawImage(sheet.image, 0, 0)
  turned.drawing.setTransform(1, 0, 0, 1, 0, 0)
  sheet.release()
  return turned
}

/** From px of the untouched sheet to px of the turned one: the mirror first, then the quarters. */
function turnMatrix({ width, height }: Sheet, { quarters, isMirrored }: Turn): [number, number, number, number, number, number] {
  const rotations = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, height, 0],
    [-1, 0, 0, -1, width, height],
    [0, -1, 1, 0, 0, width],
  ] as const
  const [a, b, c, d, e, f] = rotations[quarters]
  return isMirrored ? [-a, -b, c, d, e + a * width, f + b * width] : [a, b, c, d, e, f]
}

import type { DecodedPicture, Easel, Sheet } from './easel.ts'
import type { CropChoice } from '#shared/domain/crop-choice.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import type { Turn } from '#shared/domain/turn.ts'
import { isSideways, unturnRect } from '#shared/domain/turn.ts'

interface Stage<S> extends Rect {
  readonly image: CanvasImageSource
  readonly isOpaque: boolean
  /** Set when the image is a sheet of this painting, to be released after use. */
  readonly sheet: S | null
}

/** Draws the chosen part of a turned picture at a size, transparent parts white. */
export async function paintPicture<S extends Sheet>(
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

/** Halves while more than twice too large, which is good in every engine; the last step goes through the easel where that is better. */
async function paintStage<S extends Sheet>(easel: Easel<S>, first: Stage<S>, width: number, height: number): Promise<S> {
  let stage = first
  while (stage.width > 2 * width && stage.height > 2 * height) {
    stage = wholeOf(draw(easel, stage, Math.round(stage.width / 2), Math.round(stage.height / 2)))
  }
  const isReduced = stage.width > width || stage.height > height
  if (!isReduced || width * height > easel.reducesUpTo) return draw(easel, stage, width, height)
  return (await reduceByEasel(easel, stage, width, height)) ?? draw(easel, stage, width, height)
}

async function reduceByEasel<S extends Sheet>(easel: Easel<S>, stage: Stage<S>, width: number, height: number): Promise<S | null> {
  const from = stage.sheet ?? draw(easel, stage, Math.round(stage.width), Math.round(stage.height))
  const to = easel.makeSheet(width, height)
  const isReduced = await easel.reduce(from, to)
  if (isReduced || stage.sheet === null) from.release()
  if (isReduced) return to
  to.release()
  return null
}

function stageOf<S>(picture: DecodedPicture, part: Rect): Stage<S> {
  const scaleX = picture.width / picture.fullWidth
  const scaleY = picture.height / picture.fullHeight
  const place = { x: part.x * scaleX, y: part.y * scaleY, width: part.width * scaleX, height: part.height * scaleY }
  return { image: picture.image, isOpaque: picture.isOpaque, sheet: null, ...place }
}

function wholeOf<S extends Sheet>(sheet: S): Stage<S> {
  return { image: sheet.image, isOpaque: true, sheet, x: 0, y: 0, width: sheet.width, height: sheet.height }
}

function draw<S extends Sheet>(easel: Easel<S>, stage: Stage<S>, width: number, height: number): S {
  const sheet = easel.makeSheet(width, height)
  const { drawing } = sheet
  if (stage.width !== width || stage.height !== height) drawing.imageSmoothingQuality = 'high'
  if (!stage.isOpaque) {
    drawing.fillStyle = '#fff'
    drawing.fillRect(0, 0, width, height)
  }
  drawing.drawImage(stage.image, stage.x, stage.y, stage.width, stage.height, 0, 0, width, height)
  stage.sheet?.release()
  return sheet
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

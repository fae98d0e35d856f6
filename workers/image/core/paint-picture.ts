import type { ImageProblem } from '#shared/contract/image-contract.ts'
import { type CropChoice, type Turn, UPRIGHT, combineTurns, isSideways, turnedSize, unturnRect } from '#shared/domain/crop-rules.ts'
import { type Result, ok } from '#shared/result.ts'
import { type Rect, type Size, MAX_CANVAS_PX } from '#shared/domain/media-limits.ts'
import type { DecodedPicture, CanvasBackend, Surface } from './canvas-backend.ts'
import { makeMark } from './canvas-mark.ts'
import { tooManyPixels } from './picture-head.ts'
import { haveOneColour } from './picture-pixels.ts'

const SAMPLE_SIDE_PX = 256

/**
 * Draws a part of a turned picture at the given size, on white. Some browsers silently draw nothing if a picture has too many pixels. The
 * picture is then decoded again with fewer pixels. A result of one colour counts as this failure only if a test picture of the same size
 * also has one colour.
 */
export async function paintPicture<S extends Surface>(
  backend: CanvasBackend<S>,
  picture: DecodedPicture,
  choice: CropChoice,
  width: number,
  height: number,
): Promise<Result<S, ImageProblem>> {
  const sheet = await paintOnce(backend, picture, choice, width, height)
  if (picture.width * picture.height <= MAX_CANVAS_PX || !isBlank(backend, sheet)) return ok(sheet)
  sheet.release()
  const reduced = await picture.decodeReduced()
  if (!reduced.ok) return reduced
  const reducedSheet = await paintOnce(backend, reduced.value, choice, width, height)
  reduced.value.close()
  if (!isBlank(backend, reducedSheet) || (await drawsMark(backend, reduced.value, { width, height }))) return ok(reducedSheet)
  reducedSheet.release()
  return tooManyPixels({ width: picture.fullWidth, height: picture.fullHeight })
}

/** Draws a test picture of the size `from`, half black and half white. Returns whether the drawing contains both colours. */
async function drawsMark<S extends Surface>(backend: CanvasBackend<S>, from: Size, to: Size): Promise<boolean> {
  const mark = await backend.decode(makeMark(from), { type: 'image/bmp', width: from.width, height: from.height }, 1)
  if (!mark.ok) return false
  const wholeCrop = { turn: UPRIGHT, part: { x: 0, y: 0, width: from.width, height: from.height } }
  const sheet = await paintOnce(backend, mark.value, wholeCrop, to.width, to.height)
  mark.value.close()
  const isDrawn = !isBlank(backend, sheet)
  sheet.release()
  return isDrawn
}

function isBlank<S extends Surface>(backend: CanvasBackend<S>, { image, width, height }: Surface): boolean {
  const sample = backend.makeSheet(SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  sample.drawing.drawImage(image, 0, 0, width, height, 0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  const { data } = sample.drawing.getImageData(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  sample.release()
  return haveOneColour(data)
}

async function paintOnce<S extends Surface>(
  backend: CanvasBackend<S>,
  picture: DecodedPicture,
  { turn, part }: CropChoice,
  width: number,
  height: number,
): Promise<S> {
  const storedSize = turnedSize({ width: picture.fullWidth, height: picture.fullHeight }, picture.turn)
  const totalTurn = combineTurns(picture.turn, turn)
  const stage = stageOf<S>(picture, storedSize, unturnRect(part, storedSize, totalTurn))
  if (totalTurn.quarters === 0 && !totalTurn.isMirrored) return paintStage(backend, stage, width, height)
  const [w, h] = isSideways(totalTurn) ? [height, width] : [width, height]
  return turnSheet(backend, await paintStage(backend, stage, w, h), totalTurn)
}

/**
 * The source of the first drawing step: a part of the decoded picture. `part` is in px of the picture in the file, whose size is
 * `storedSize`; the result is in px of the decoded image.
 */
function stageOf<S>(picture: DecodedPicture, storedSize: Size, part: Rect): Stage<S> {
  const scaleX = picture.width / storedSize.width
  const scaleY = picture.height / storedSize.height
  const { x, y } = picture.origin
  const area = { x: x + part.x * scaleX, y: y + part.y * scaleY, width: part.width * scaleX, height: part.height * scaleY }
  return { image: picture.image, isOpaque: picture.isOpaque, sheet: null, ...area }
}

function turnSheet<S extends Surface>(backend: CanvasBackend<S>, sheet: S, turn: Turn): S {
  const [width, height] = isSideways(turn) ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
  const turnedSheet = backend.makeSheet(width, height)
  turnedSheet.drawing.setTransform(...turnMatrix(sheet, turn))
  turnedSheet.drawing.drawImage(sheet.image, 0, 0)
  turnedSheet.drawing.setTransform(1, 0, 0, 1, 0, 0)
  sheet.release()
  return turnedSheet
}

/** Maps px of the original canvas to px of the turned one: first the mirror, then the quarters. */
function turnMatrix({ width, height }: Surface, { quarters, isMirrored }: Turn): [number, number, number, number, number, number] {
  const rotations = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, height, 0],
    [-1, 0, 0, -1, width, height],
    [0, -1, 1, 0, 0, width],
  ] as const
  const [a, b, c, d, e, f] = rotations[quarters]
  return isMirrored ? [-a, -b, c, d, e + a * width, f + b * width] : [a, b, c, d, e, f]
}

/** The source of the next drawing step: a part of an image. */
interface Stage<S> extends Rect {
  readonly image: CanvasImageSource
  readonly isOpaque: boolean
  /** Set for a temporary canvas, which is released after use. */
  readonly sheet: S | null
}

/**
 * Draws a part at a size. Halves the part while it is more than twice as large as the target, because all browsers halve well.
 * `backend.reduce` draws the last step if it is better.
 */
export async function paintStage<S extends Surface>(
  backend: CanvasBackend<S>,
  firstStage: Stage<S>,
  width: number,
  height: number,
): Promise<S> {
  let stage = firstStage
  if (stepPx(backend, stage, width, height) > MAX_CANVAS_PX) return paintStrips(backend, stage, width, height)
  while (mustHalve(stage, width, height)) {
    stage = stageOfSheet(drawStage(backend, stage, Math.round(stage.width / 2), Math.round(stage.height / 2)))
  }
  if (!mustReduce(backend, stage, width, height)) return drawStage(backend, stage, width, height)
  return (await reduceWithBackend(backend, stage, width, height)) ?? drawStage(backend, stage, width, height)
}

/** The number of pixels of the first intermediate canvas; 0 if the part is drawn without one. */
function stepPx<S extends Surface>(backend: CanvasBackend<S>, stage: Stage<S>, width: number, height: number): number {
  if (mustHalve(stage, width, height)) return Math.round(stage.width / 2) * Math.round(stage.height / 2)
  return mustReduce(backend, stage, width, height) ? Math.round(stage.width) * Math.round(stage.height) : 0
}

function mustHalve(stage: Rect, width: number, height: number): boolean {
  return stage.width > 2 * width && stage.height > 2 * height
}

function mustReduce<S extends Surface>(backend: CanvasBackend<S>, stage: Rect, width: number, height: number): boolean {
  return (stage.width > width || stage.height > height) && width * height <= backend.reducesUpTo
}

/** Draws a part in strips, because its first intermediate canvas would exceed the canvas limit. */
async function paintStrips<S extends Surface>(backend: CanvasBackend<S>, stage: Stage<S>, width: number, height: number): Promise<S> {
  const sheet = backend.makeSheet(width, height)
  for (const { sourceRows, reducedRows, usedRows } of reductionStrips(stage, { width, height }, MAX_CANVAS_PX)) {
    const strip = await paintStage(backend, { ...stage, y: stage.y + sourceRows.y, height: sourceRows.height }, width, reducedRows.height)
    sheet.drawing.drawImage(strip.image, 0, usedRows.y - reducedRows.y, width, usedRows.height, 0, usedRows.y, width, usedRows.height)
    strip.release()
  }
  return sheet
}

async function reduceWithBackend<S extends Surface>(
  backend: CanvasBackend<S>,
  stage: Stage<S>,
  width: number,
  height: number,
): Promise<S | null> {
  const from = stage.sheet ?? drawStage(backend, stage, Math.round(stage.width), Math.round(stage.height))
  const to = backend.makeSheet(width, height)
  const isDone = await backend.reduce(from, to)
  if (isDone || stage.sheet === null) from.release()
  if (isDone) return to
  to.release()
  return null
}

function stageOfSheet<S extends Surface>(sheet: S): Stage<S> {
  return { image: sheet.image, isOpaque: true, sheet, x: 0, y: 0, width: sheet.width, height: sheet.height }
}

function drawStage<S extends Surface>(backend: CanvasBackend<S>, stage: Stage<S>, width: number, height: number): S {
  const sheet = backend.makeSheet(width, height)
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

interface RowRange {
  readonly y: number
  readonly height: number
}

interface Strip {
  /** Source rows that are reduced together; may be fractional. */
  readonly sourceRows: RowRange
  /** The rows of the target that `sourceRows` are reduced to. */
  readonly reducedRows: RowRange
  /** The rows that are used; the others are too close to the strip's ends. */
  readonly usedRows: RowRange
}

/** The reach of a three-lobe filter and the halving before it, in target rows. */
const MARGIN_ROWS = 8
/** The number of rows in which `meetingRow` searches. The edge of one of them almost coincides with the edge of a source row. */
const SEARCH_ROWS = 48

/** Strips of at most `maxPx` source pixels, which together form the target without a seam. */
export function reductionStrips(source: Size, target: Size, maxPx: number): readonly Strip[] {
  const scale = source.height / target.height
  const rows = Math.floor(maxPx / source.width / scale) - 2 * (MARGIN_ROWS + SEARCH_ROWS)
  const strips: Strip[] = []
  const step = Math.max(1, rows)
  for (let y = 0; y < target.height; y += step) {
    const end = Math.min(target.height, y + step)
    const reducedStart = y < MARGIN_ROWS + SEARCH_ROWS ? 0 : meetingRow(scale, y - MARGIN_ROWS, -1)
    const reducedEnd = end > target.height - MARGIN_ROWS - SEARCH_ROWS ? target.height : meetingRow(scale, end + MARGIN_ROWS, 1)
    strips.push({
      sourceRows: { y: reducedStart * scale, height: (reducedEnd - reducedStart) * scale },
      reducedRows: { y: reducedStart, height: reducedEnd - reducedStart },
      usedRows: { y, height: end - y },
    })
  }
  return strips
}

/** The target row, from `row` in a direction, whose edge is nearest to the edge of a source row. */
function meetingRow(scale: number, row: number, direction: 1 | -1): number {
  const edgeDistance = (at: number) => Math.abs(at * scale - Math.round(at * scale))
  const candidates = Array.from({ length: SEARCH_ROWS }, (_, i) => row + i * direction)
  return candidates.reduce((best, at) => (edgeDistance(at) < edgeDistance(best) ? at : best))
}

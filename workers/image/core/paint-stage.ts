import type { Easel, Sheet } from './easel.ts'
import type { Rect } from '#shared/domain/media-limits.ts'
import { MAX_CANVAS_PX } from '#shared/domain/canvas-limits.ts'
import { reductionStrips } from './reduction-strips.ts'

/** What is drawn next: a part of an image. */
export interface Stage<S> extends Rect {
  readonly image: CanvasImageSource
  readonly isOpaque: boolean
  /** Set when the image is a sheet of this painting, to be released after use. */
  readonly sheet: S | null
}

/** Halves while more than twice too large, which is good in every engine; the last step goes through the easel where that is better. */
export async function paintStage<S extends Sheet>(easel: Easel<S>, first: Stage<S>, width: number, height: number): Promise<S> {
  let stage = first
  if (stepPx(easel, stage, width, height) > MAX_CANVAS_PX) return paintStrips(easel, stage, width, height)
  while (isHalved(stage, width, height)) {
    stage = wholeOf(draw(easel, stage, Math.round(stage.width / 2), Math.round(stage.height / 2)))
  }
  if (!isReduced(easel, stage, width, height)) return draw(easel, stage, width, height)
  return (await reduceByEasel(easel, stage, width, height)) ?? draw(easel, stage, width, height)
}

/** The px of the sheet that would come before the last one. */
function stepPx<S extends Sheet>(easel: Easel<S>, stage: Stage<S>, width: number, height: number): number {
  if (isHalved(stage, width, height)) return Math.round(stage.width / 2) * Math.round(stage.height / 2)
  return isReduced(easel, stage, width, height) ? Math.round(stage.width) * Math.round(stage.height) : 0
}

function isHalved(stage: Rect, width: number, height: number): boolean {
  return stage.width > 2 * width && stage.height > 2 * height
}

function isReduced<S extends Sheet>(easel: Easel<S>, stage: Rect, width: number, height: number): boolean {
  return (stage.width > width || stage.height > height) && width * height <= easel.reducesUpTo
}

/** Strip by strip, because what comes before the last sheet has more px than a canvas. */
async function paintStrips<S extends Sheet>(easel: Easel<S>, stage: Stage<S>, width: number, height: number): Promise<S> {
  const sheet = easel.makeSheet(width, height)
  for (const { source, reduced, kept } of reductionStrips(stage, { width, height }, MAX_CANVAS_PX)) {
    const strip = await paintStage(easel, { ...stage, y: stage.y + source.y, height: source.height }, width, reduced.height)
    sheet.drawing.drawImage(strip.image, 0, kept.y - reduced.y, width, kept.height, 0, kept.y, width, kept.height)
    strip.release()
  }
  return sheet
}

async function reduceByEasel<S extends Sheet>(easel: Easel<S>, stage: Stage<S>, width: number, height: number): Promise<S | null> {
  const from = stage.sheet ?? draw(easel, stage, Math.round(stage.width), Math.round(stage.height))
  const to = easel.makeSheet(width, height)
  const isDone = await easel.reduce(from, to)
  if (isDone || stage.sheet === null) from.release()
  if (isDone) return to
  to.release()
  return null
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

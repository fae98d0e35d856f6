import type { DecodedPicture } from './decode-picture.ts'
import type { Engine } from './engine.ts'
import type { Rect } from '#shared/domain/media-limits.ts'

interface Stage {
  readonly image: CanvasImageSource
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Draws a part of the full picture at a size, transparent parts white. Halves while more than twice too large, which is good in
 * every engine; the last step goes through pica where the engine's own smoothing is measurably worse.
 */
export async function paintPicture(
  picture: DecodedPicture,
  part: Rect,
  width: number,
  height: number,
  engine: Engine,
): Promise<OffscreenCanvas> {
  let stage = stageOf(picture, part)
  while (stage.width > 2 * width && stage.height > 2 * height) {
    stage = advance(stage, Math.round(stage.width / 2), Math.round(stage.height / 2))
  }
  const isReduction = stage.width > width || stage.height > height
  if (!isReduction || engine === 'chromium') return draw(stage, width, height)
  const source = wholeCanvas(stage)
  const { reduceWithPica } = await import('./reduce-with-pica.ts')
  const reduced = await reduceWithPica(source, blankCanvas(width, height))
  if (reduced === null) return draw({ image: source, x: 0, y: 0, width: source.width, height: source.height }, width, height)
  releaseCanvas(source)
  return reduced
}

export function releaseCanvas(canvas: OffscreenCanvas): void {
  canvas.width = 0
  canvas.height = 0
}

function stageOf(picture: DecodedPicture, part: Rect): Stage {
  const scaleX = picture.width / picture.fullWidth
  const scaleY = picture.height / picture.fullHeight
  return { image: picture.image, x: part.x * scaleX, y: part.y * scaleY, width: part.width * scaleX, height: part.height * scaleY }
}

function advance(stage: Stage, width: number, height: number): Stage {
  return { image: draw(stage, width, height), x: 0, y: 0, width, height }
}

function draw(stage: Stage, width: number, height: number): OffscreenCanvas {
  const canvas = blankCanvas(width, height)
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(stage.image, stage.x, stage.y, stage.width, stage.height, 0, 0, width, height)
  if (stage.image instanceof OffscreenCanvas) releaseCanvas(stage.image)
  return canvas
}

/** What is still to be reduced as a canvas of its own; halving has made one already. */
function wholeCanvas(stage: Stage): OffscreenCanvas {
  return stage.image instanceof OffscreenCanvas ? stage.image : draw(stage, Math.round(stage.width), Math.round(stage.height))
}

function blankCanvas(width: number, height: number): OffscreenCanvas {
  return new OffscreenCanvas(width, height)
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (context === null) throw new Error(`no canvas of ${canvas.width} by ${canvas.height}`)
  return context
}

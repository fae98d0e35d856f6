import type { Rect, Size } from '#shared/domain/media-limits.ts'
import type { Turn } from '#shared/domain/turn.ts'
import { withinCanvas } from '#shared/domain/canvas-limits.ts'
import { isSideways } from '#shared/domain/turn.ts'

const QUARTER_RADIANS = Math.PI / 2

/**
 * Draws a picture, turned, so that it fills `place`; all in CSS px. The canvas gets as many px as the screen has for it.
 */
export function drawPicture(canvas: HTMLCanvasElement, size: Size, image: ImageBitmap, turn: Turn, place: Rect): void {
  const asked = {
    width: Math.max(1, Math.round(size.width * devicePixelRatio)),
    height: Math.max(1, Math.round(size.height * devicePixelRatio)),
  }
  const { width, height } = withinCanvas(asked)
  const density = devicePixelRatio * (width / asked.width)
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  const [across, down] = isSideways(turn) ? [place.height, place.width] : [place.width, place.height]
  context.setTransform(density, 0, 0, density, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.translate(place.x + place.width / 2, place.y + place.height / 2)
  context.rotate(turn.quarters * QUARTER_RADIANS)
  if (turn.isMirrored) context.scale(-1, 1)
  context.drawImage(image, -across / 2, -down / 2, across, down)
}

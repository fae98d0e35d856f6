import type { ImageProblem } from '#shared/contract/image-contract.ts'
import type { SketchPicture } from '#shared/contract/sketch-contract.ts'
import { WHOLE_PICTURE, windowRect } from '#shared/motion/controls/output-window.ts'
import type { Picture, Size } from '#shared/motion/picture.ts'
import type { DecodedPicture, CanvasBackend, Surface } from './canvas-backend.ts'
import { type Rect, MAX_INPUT_PX } from '#shared/domain/media-limits.ts'
import { UPRIGHT } from '#shared/domain/crop-rules.ts'
import { type Result, ok } from '#shared/result.ts'
import { openPicture } from './open-picture.ts'
import { paintPicture } from './paint-picture.ts'

/** The cached size of pictures: more than any sketch needs. */
const KEPT_SIDE_PX = 1024
const MOST_KEPT = 4
/** Filled sizes that are cached, with what is found out about them: of the sketch, of its other picture, and of the film strips. */
const MOST_FILLED = 4

/** Pictures for the renderer: RGBA, cropped evenly to a size. Decoded ones are cached, so that a changed request starts at once. */
export function createSketchSources<S extends Surface>(backend: CanvasBackend<S>) {
  const kept = new Map<string, S>()
  const filled = new Map<string, Picture>()

  async function keep({ key, blob }: SketchPicture): Promise<Result<S, ImageProblem>> {
    const known = kept.get(key)
    if (known !== undefined) return ok(known)
    const opened = await openPicture(backend, blob, MAX_INPUT_PX, keptScale)
    if (!opened.ok) return opened
    const { fullWidth: width, fullHeight: height } = opened.value
    const scale = keptScale({ width, height })
    const whole = { turn: UPRIGHT, part: { x: 0, y: 0, width, height } }
    const sheet = await paintPicture(backend, opened.value, whole, Math.round(width * scale), Math.round(height * scale))
    opened.value.close()
    if (!sheet.ok) return sheet
    makeRoom()
    kept.set(key, sheet.value)
    return sheet
  }

  function makeRoom(): void {
    for (const [key, sheet] of kept) {
      if (kept.size < MOST_KEPT) return
      sheet.release()
      kept.delete(key)
    }
  }

  return async (picture: SketchPicture, size: Size, window = WHOLE_PICTURE): Promise<Result<Picture, ImageProblem>> => {
    const name = JSON.stringify([picture.key, size.width, size.height, window])
    const known = filled.get(name)
    if (known !== undefined) return ok(known)
    const sheet = await keep(picture)
    if (!sheet.ok) return sheet
    const filling = { turn: UPRIGHT, part: fillingPart(windowRect(sheet.value, window), size) }
    const painted = await paintPicture(backend, asDecoded(sheet.value), filling, size.width, size.height)
    if (!painted.ok) return painted
    const { data } = painted.value.drawing.getImageData(0, 0, size.width, size.height)
    painted.value.release()
    const source: Picture = { ...size, data: new Uint8Array(data.buffer) }
    for (const [first] of filled) if (filled.size >= MOST_FILLED) filled.delete(first)
    filled.set(name, source)
    return ok(source)
  }
}

function keptScale({ width, height }: Size): number {
  return Math.min(1, KEPT_SIDE_PX / Math.max(width, height))
}

function asDecoded({ image, width, height }: Surface): DecodedPicture {
  const decoded: DecodedPicture = {
    image,
    width,
    height,
    fullWidth: width,
    fullHeight: height,
    isOpaque: true,
    decodeFewer: async () => ok(decoded),
    close: () => undefined,
  }
  return decoded
}

/** The largest centred part of a rectangle with a size's ratio. */
function fillingPart({ x, y, width, height }: Rect, size: Size): Rect {
  const scale = Math.min(width / size.width, height / size.height)
  const [wide, high] = [size.width * scale, size.height * scale]
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high }
}

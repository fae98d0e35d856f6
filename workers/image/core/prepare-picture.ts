import type { ImageProblem, PrepareOptions, PrepareStage, PreparedImage } from '#shared/contract/image-contract.ts'
import type { PictureMetrics } from '#shared/domain/preflight.ts'
import { type Result, ok } from '#shared/result.ts'
import { MAX_UPLOAD_BYTES, MAX_SHRINK_PASSES, MIN_SIDE_PX, scaledSize } from '#shared/domain/media-limits.ts'
import { type DecodedPicture, type CanvasBackend, type Surface, encodeSurface } from './canvas-backend.ts'
import { type PictureHead, problem } from './picture-head.ts'
import { type PicturePlan, planPicture } from './plan-picture.ts'
import { measurePixels } from './measure-picture.ts'
import { paintPicture } from './paint-picture.ts'
import { decodeSource, readSource } from './picture-source.ts'

/** Pixels per strip read from the canvas, so that a large picture is not in memory twice. */
const STRIP_PX = 1_000_000

/** Turns a picture file into an upright JPEG without metadata. With `isPrepared`, a JPEG that needs no change is returned as it is. */
export async function preparePicture<S extends Surface>(
  backend: CanvasBackend<S>,
  file: Blob,
  options: PrepareOptions,
  onStage: (stage: PrepareStage) => void,
  maxBytes: number = MAX_UPLOAD_BYTES,
): Promise<Result<PreparedImage, ImageProblem>> {
  onStage('reading')
  const source = await readSource(backend, file, options.maxInputPixels)
  if (!source.ok) return source
  const { head } = source.value
  const headPlan = planPicture(head, options.maxInputPixels, options.crop)
  if (!headPlan.ok) return headPlan
  if (options.isPrepared === true && isReady(head, headPlan.value, options) && file.size <= maxBytes) {
    const { width, height } = head
    return ok(await describeResult(file, head, head, headPlan.value, { encoded: { blob: source.value.file, width, height }, passes: 0 }))
  }

  onStage('decoding')
  const decode = () => decodeSource(backend, source.value, headPlan.value.scale)
  const decoded = await decode()
  if (!decoded.ok) return decoded
  const { fullWidth: width, fullHeight: height } = decoded.value
  const plan = planPicture({ width, height }, options.maxInputPixels, options.crop)
  if (!plan.ok) {
    decoded.value.close()
    return plan
  }
  const packed = await packPicture(backend, drawOnce(decoded.value, decode), plan.value, options, onStage, maxBytes)
  return packed.ok ? ok(await describeResult(file, head, { width, height }, plan.value, packed.value)) : packed
}

/**
 * Whether the file can be uploaded unchanged. Encoding it again would lose quality and change its hash, so that the server would not find a
 * picture that it already stores.
 */
function isReady(head: PictureHead, { isCut, scale }: PicturePlan, { crop, isBrightened }: PrepareOptions): boolean {
  return head.type === 'image/jpeg' && head.metadata === 'none' && !isCut && scale === 1 && crop === null && !isBrightened
}

type Draw = <T>(draw: (picture: DecodedPicture) => Promise<T>) => Promise<T>
type Packed = Extract<Awaited<ReturnType<typeof packPicture>>, { readonly ok: true }>['value']

/** Frees the pixels after drawing, because the encoder needs the memory. A second pass, which decodes again, is rare. */
function drawOnce(firstPicture: DecodedPicture, decodeAgain: () => Promise<Result<DecodedPicture, ImageProblem>>): Draw {
  let decoded: Result<DecodedPicture, ImageProblem> | null = ok(firstPicture)
  return async (draw) => {
    decoded ??= await decodeAgain()
    if (!decoded.ok) throw new Error(`decoded once, but not again: ${decoded.error.code}`)
    const { value: picture } = decoded
    decoded = null
    try {
      return await draw(picture)
    } finally {
      picture.close()
    }
  }
}

async function packPicture<S extends Surface>(
  backend: CanvasBackend<S>,
  draw: Draw,
  { turn, part, scale }: PicturePlan,
  { quality, isBrightened }: PrepareOptions,
  onStage: (stage: PrepareStage) => void,
  maxBytes: number,
) {
  let metrics: PictureMetrics | null = null
  return shrinkToFit(part, scale, maxBytes, async (width, height, pass) => {
    onStage(pass === 0 ? 'drawing' : 'shrinking')
    const sheet = await draw((picture) => paintPicture(backend, picture, { turn, part }, width, height))
    if (!sheet.ok) return sheet
    if (isBrightened) {
      metrics ??= measurePixels(backend, sheet.value)
      brightenSheet(sheet.value, metrics)
    }
    if (pass === 0) onStage('packing')
    return ok(await encodeSurface(backend, sheet.value, quality))
  })
}

async function describeResult(
  file: Blob,
  head: PictureHead,
  source: Pick<PictureHead, 'width' | 'height'>,
  { turn, part, isCut }: PicturePlan,
  { encoded, passes }: Packed,
): Promise<PreparedImage> {
  return {
    ...encoded,
    sha256: await sha256Hex(encoded.blob),
    sourceBytes: file.size,
    sourceWidth: source.width,
    sourceHeight: source.height,
    turn,
    cut: isCut ? part : null,
    shrinkPasses: passes,
    isFirstFrameOnly: head.isAnimated,
    metadata: head.metadata,
  }
}

function brightenSheet({ drawing, width, height }: Surface, metrics: PictureMetrics): void {
  const rows = Math.max(1, Math.floor(STRIP_PX / width))
  for (let y = 0; y < height; y += rows) {
    const strip = drawing.getImageData(0, y, width, Math.min(rows, height - y))
    brightenPixels(strip.data, metrics)
    drawing.putImageData(strip, 0, y)
  }
}

/** SHA-256 of a file's bytes as lowercase hex. */
export async function sha256Hex(file: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A pass aims slightly below the limit, because bytes are not exactly proportional to area. */
const AIM_SHARE = 0.96
const MIN_STEP = 0.5
const LARGEST_STEP = 0.92

interface Encoded {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/**
 * Encodes smaller until the bytes fit. Every pass is sized from the part, so that `encode` draws from the original pixels without repeated
 * blur. Fails after the last pass, or if a side would fall below the minimum.
 */
export async function shrinkToFit(
  part: { readonly width: number; readonly height: number },
  scale: number,
  maxBytes: number,
  encode: (width: number, height: number, pass: number) => Promise<Result<Blob, ImageProblem>>,
): Promise<Result<{ readonly encoded: Encoded; readonly passes: number }, ImageProblem>> {
  let share = scale
  for (let passes = 0; passes <= MAX_SHRINK_PASSES; passes++) {
    const { width, height } = scaledSize(part.width, part.height, share)
    if (Math.min(width, height) < MIN_SIDE_PX) break
    const encoded = await encode(width, height, passes)
    if (!encoded.ok) return encoded
    const blob = encoded.value
    if (blob.size <= maxBytes) return ok({ encoded: { blob, width, height }, passes })
    share *= Math.max(MIN_STEP, Math.min(LARGEST_STEP, Math.sqrt(maxBytes / blob.size) * AIM_SHARE))
  }
  return problem('image_too_large')
}

/** The target mean luma of brightening: dark, but with visible detail. */
const TARGET_BRIGHTNESS = 80
/** The largest factor for shadows; it also multiplies noise. */
const MAX_LIFT = 6

/**
 * Lightens the RGBA pixels of the array itself. Black, white and all hues stay the same. `metrics` describes the whole picture before
 * brightening.
 * Rule: docs/create.md, "Pre-flight".
 */
export function brightenPixels(pixels: Uint8ClampedArray, metrics: PictureMetrics): void {
  const gains = gainsFor(metrics.brightness)
  for (let at = 0; at < pixels.length; at += 4) {
    const red = pixels[at] ?? 0
    const green = pixels[at + 1] ?? 0
    const blue = pixels[at + 2] ?? 0
    const gain = gains[Math.max(red, green, blue)] ?? 1
    pixels[at] = red * gain
    pixels[at + 1] = green * gain
    pixels[at + 2] = blue * gain
  }
}

/**
 * The gain of all three channels for each value of the strongest one: the curve v × lift ÷ (1 + (lift − 1) × v), which moves the mean to
 * the target.
 */
function gainsFor(brightness: number): Float32Array {
  const mean = Math.max(1, brightness) / 255
  const target = TARGET_BRIGHTNESS / 255
  const lift = Math.min(MAX_LIFT, Math.max(1, (target * (1 - mean)) / (mean * (1 - target))))
  return Float32Array.from({ length: 256 }, (_, value) => lift / (1 + ((lift - 1) * value) / 255))
}

/** The longest side of an uploaded picture, in px. */
export const MAX_SIDE_PX = 4096
/** The largest area of an uploaded picture, in px. */
export const MAX_AREA_PX = 16_777_216
/** The largest upload, in bytes. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
/** The largest edited video that is stored, in bytes. */
export const MAX_EDITED_BYTES = 64 * 1024 * 1024
/** The maximum number of edited videos that an account may store per day. */
export const EDITED_VIDEOS_PER_DAY = 40
/** How long the server stores an uploaded picture that no video uses, in ms. */
export const UNUSED_UPLOAD_RETENTION_MS = 30 * 24 * 60 * 60 * 1000
/** An unused upload is not deleted before this age, even if its owner's storage is full, in ms. */
export const UNUSED_UPLOAD_SAFE_MS = 24 * 60 * 60 * 1000
/** The interval at which the server checks how many bytes of a running upload have arrived, in ms. */
export const UPLOAD_CHECK_MS = 20 * 1000
/** The fewest bytes of an upload between two of these checks: 4 kB/s. The answer to a slower upload is 408. */
export const MIN_UPLOAD_BYTES_PER_CHECK = 80_000
/** The maximum number of upload permissions per owner and hour. */
export const MAX_UPLOADS_PER_HOUR = 120
/** JPEG quality of a prepared picture. */
export const JPEG_QUALITY = 0.7
/** The smallest width divided by height of a prepared picture; a taller picture is cropped. */
export const MIN_RATIO = 0.4
/** The largest width divided by height of a prepared picture; a wider picture is cropped. */
export const MAX_RATIO = 2.5
/** The number of times that a prepared picture is drawn smaller before it counts as too large. */
export const MAX_SHRINK_PASSES = 10
/** The shortest side a picture may have, in px. */
export const MIN_SIDE_PX = 300
/** The maximum number of pixels of a chosen picture; a larger picture is rejected after its header is read, before it is decoded. */
export const MAX_INPUT_PX = 150_000_000
/** The pixel limit on a phone or a device with little memory. */
export const MAX_INPUT_PX_SMALL_DEVICE = 60_000_000
/** A device with at most this `navigator.deviceMemory`, in GiB, counts as small. */
const SMALL_DEVICE_MEMORY_GIB = 4

/** Uploadable picture types, detected from the bytes and not from the file name. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type UploadType = (typeof UPLOAD_TYPES)[number]

/** A size in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle in px, of a picture, a video or the crop canvas. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The largest centred rectangle of a part whose ratio is within the limits, in whole px. Rule: docs/pictures.md, "Pictures". */
export function cutToRatio(part: Rect): Rect {
  const { x, y, width, height } = part
  const ratio = width / height
  if (ratio < MIN_RATIO) {
    const croppedHeight = Math.max(1, Math.floor(width / MIN_RATIO))
    return { x, y: y + Math.floor((height - croppedHeight) / 2), width, height: croppedHeight }
  }
  if (ratio > MAX_RATIO) {
    const croppedWidth = Math.max(1, Math.floor(height * MAX_RATIO))
    return { x: x + Math.floor((width - croppedWidth) / 2), y, width: croppedWidth, height }
  }
  return part
}

/** A part rounded to whole px and limited to a picture of this size; at least 1 px. Rule: docs/pictures.md, "Crop". */
export function partWithin(part: Rect, width: number, height: number): Rect {
  const x = Math.min(width - 1, Math.max(0, Math.round(part.x)))
  const y = Math.min(height - 1, Math.max(0, Math.round(part.y)))
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round(part.width))),
    height: Math.max(1, Math.min(height - y, Math.round(part.height))),
  }
}

/** Whether a ratio is within the limits, with a tolerance of one px for rounding. */
export function isAllowedRatio(width: number, height: number): boolean {
  return width <= height * MAX_RATIO + 1 && height <= width / MIN_RATIO + 1
}

/** Whether a prepared picture can have this size in px. Rule: docs/pictures.md, "Uploads". */
export function isUploadSize(width: number, height: number): boolean {
  const isWithinSides = Math.min(width, height) >= MIN_SIDE_PX && Math.max(width, height) <= MAX_SIDE_PX
  return isWithinSides && width * height <= MAX_AREA_PX && isAllowedRatio(width, height)
}

/** The scale at which a part is within the limits of side and area; at most 1. */
export function fitScale(width: number, height: number): number {
  return Math.min(1, MAX_SIDE_PX / Math.max(width, height), Math.sqrt(MAX_AREA_PX / (width * height)))
}

/** The size of a part at a scale of at most 1, rounded within the ratio limits. */
export function scaledSize(width: number, height: number, scale: number): { readonly width: number; readonly height: number } {
  const scaledWidth = Math.max(1, Math.round(width * scale))
  const scaledHeight = Math.max(1, Math.round(height * scale))
  return {
    width: Math.max(1, Math.min(scaledWidth, Math.floor(scaledHeight * MAX_RATIO))),
    height: Math.max(1, Math.min(scaledHeight, Math.floor(scaledWidth / MIN_RATIO))),
  }
}

/** The pixel limit of this device. `memoryGib` is null where the browser does not report it. */
export function inputPixelLimit(device: { readonly isPhone: boolean; readonly memoryGib: number | null }): number {
  const isSmall = device.isPhone || (device.memoryGib !== null && device.memoryGib <= SMALL_DEVICE_MEMORY_GIB)
  return isSmall ? MAX_INPUT_PX_SMALL_DEVICE : MAX_INPUT_PX
}

/** The pixel limit of a canvas. Above it, Safari before iOS 18 silently draws black. */
export const MAX_CANVAS_PX = 16_777_216

/** The size itself if it is within the canvas limit, otherwise the largest size of its ratio in whole px. */
export function withinCanvas({ width, height }: Size): Size {
  const scale = Math.sqrt(MAX_CANVAS_PX / (width * height))
  if (scale >= 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

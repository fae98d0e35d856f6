export const CORNERS = { topLeft: [220, 30, 30], topRight: [30, 200, 30], bottomLeft: [30, 30, 220], bottomRight: [230, 220, 30] } as const

/** The maximum number of bytes that one getRandomValues call fills. */
const MAX_RANDOM_BYTES = 65_536

type Matrix = readonly [number, number, number, number, number, number]

/**
 * A JPEG as from a camera: four corners of different colours, stored rotated or mirrored by `orientation`, with an EXIF orientation and a
 * camera name.
 */
export async function makeCornerPhoto(width: number, height: number, orientation = 1): Promise<File> {
  const isTurned = orientation > 4
  const canvas = new OffscreenCanvas(isTurned ? height : width, isTurned ? width : height)
  const context = canvas.getContext('2d')!
  context.setTransform(...storageMatrix(width, height, orientation))
  paintCorners(context, width, height)
  const jpeg = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer())
  const parts = new Blob([jpeg.subarray(0, 2), exifSegment(orientation), jpeg.subarray(2)])
  // Firefox decodes no picture from a File of several parts.
  return new File([await parts.arrayBuffer()], 'photo.jpg', { type: 'image/jpeg' })
}

/** A picture with the corners of `makeCornerPhoto`, in any type that the browser can write, without EXIF. */
export async function makeCornerPicture(width: number, height: number, type: string): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  paintCorners(canvas.getContext('2d')!, width, height)
  return new File([await canvas.convertToBlob({ type })], 'picture', { type })
}

function bytesOf(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

/** A JPEG of noise, which is the hardest content to compress. */
export async function makeNoisyPhoto(width: number, height: number, quality: number): Promise<File> {
  const tile = new OffscreenCanvas(256, 256)
  const tileContext = tile.getContext('2d')!
  const pixels = tileContext.createImageData(256, 256)
  for (let at = 0; at < pixels.data.length; at += MAX_RANDOM_BYTES) crypto.getRandomValues(pixels.data.subarray(at, at + MAX_RANDOM_BYTES))
  for (let alpha = 3; alpha < pixels.data.length; alpha += 4) pixels.data[alpha] = 255
  tileContext.putImageData(pixels, 0, 0)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = context.createPattern(tile, 'repeat')!
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality })], 'noise.jpg', { type: 'image/jpeg' })
}

/** The colours of the four quarters, sampled near the middle of the picture to detect a shift. */
export async function cornersOf(picture: Blob): Promise<Record<keyof typeof CORNERS, number[]>> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const colourAt = (x: number, y: number) => [
    ...context.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1).data.subarray(0, 3),
  ]
  return {
    topLeft: colourAt(0.45, 0.45),
    topRight: colourAt(0.55, 0.45),
    bottomLeft: colourAt(0.45, 0.55),
    bottomRight: colourAt(0.55, 0.55),
  }
}

/** The largest error of one colour channel in a corner, 0 to 255. */
export function worstCorner(foundCorners: Record<keyof typeof CORNERS, number[]>): number {
  const names = Object.keys(CORNERS) as (keyof typeof CORNERS)[]
  return Math.max(...names.flatMap((name) => CORNERS[name].map((channel, i) => Math.abs(channel - foundCorners[name][i]!))))
}

function paintCorners(context: OffscreenCanvasRenderingContext2D, width: number, height: number): void {
  const origins = { topLeft: [0, 0], topRight: [width / 2, 0], bottomLeft: [0, height / 2], bottomRight: [width / 2, height / 2] } as const
  for (const [name, [x, y]] of Object.entries(origins)) {
    context.fillStyle = `rgb(${CORNERS[name as keyof typeof CORNERS].join()})`
    context.fillRect(x, y, width / 2, height / 2)
  }
}

/** Maps px of the upright picture to px of the stored picture, which is the reverse of the orientation. */
function storageMatrix(width: number, height: number, orientation: number): Matrix {
  const matrices: readonly Matrix[] = [
    [1, 0, 0, 1, 0, 0],
    [-1, 0, 0, 1, width, 0],
    [-1, 0, 0, -1, width, height],
    [1, 0, 0, -1, 0, height],
    [0, 1, 1, 0, 0, 0],
    [0, -1, 1, 0, 0, width],
    [0, -1, -1, 0, height, width],
    [0, 1, -1, 0, height, 0],
  ]
  return matrices[orientation - 1]!
}

/** The APP1 segment with an orientation and a camera name. The product must remove the name. */
function exifSegment(orientation: number): Uint8Array<ArrayBuffer> {
  const cameraMake = 'SecretCam\0'
  const directory = [
    0,
    2,
    0x01,
    0x0f,
    0,
    2,
    0,
    0,
    0,
    cameraMake.length,
    0,
    0,
    0,
    38,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...directory, ...bytesOf(cameraMake)]
  const payload = [...bytesOf('Exif\0\0'), ...tiff]
  return new Uint8Array([0xff, 0xe1, 0, payload.length + 2, ...payload])
}

const QUARTER = { width: 200, height: 150 }
const SAMPLE_PX = 20

/** A picture of 400 × 300 px: red and green above, blue and white below. */
export async function makeQuarters(): Promise<File> {
  const canvas = new OffscreenCanvas(2 * QUARTER.width, 2 * QUARTER.height)
  const context = contextOf(canvas)
  for (const [index, colour] of ['#f00', '#0f0', '#00f', '#fff'].entries()) {
    context.fillStyle = colour
    context.fillRect((index % 2) * QUARTER.width, Math.floor(index / 2) * QUARTER.height, QUARTER.width, QUARTER.height)
  }
  return new File([await canvas.convertToBlob()], 'quarters.png', { type: 'image/png' })
}

/** The colours near the four corners of a drawing, row by row. */
export function cornersOf(drawing: HTMLCanvasElement | HTMLImageElement): string[] {
  const context = contextOf(new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX))
  context.drawImage(drawing, 0, 0, SAMPLE_PX, SAMPLE_PX)
  return [
    [4, 4],
    [16, 4],
    [4, 16],
    [16, 16],
  ].map(([x = 0, y = 0]) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data
    if (red > 128) return green > 128 ? 'white' : 'red'
    return green > 128 ? 'green' : blue > 128 ? 'blue' : 'black'
  })
}

/** A picture of 3000 × 600 px: a red, a green and a blue third. */
export async function makePanorama(): Promise<File> {
  const canvas = new OffscreenCanvas(3000, 600)
  const context = contextOf(canvas)
  for (const [index, colour] of ['#d02020', '#20a020', '#2040d0'].entries()) {
    context.fillStyle = colour
    context.fillRect(index * 1000, 0, 1000, 600)
  }
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'panorama.jpg', { type: 'image/jpeg' })
}

/** The picture, reduced to 9 % of its brightness. */
export async function darkenPicture(picture: File): Promise<File> {
  const bitmap = await createImageBitmap(picture)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = contextOf(canvas)
  context.filter = 'brightness(0.09)'
  context.drawImage(bitmap, 0, 0)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })], 'night.jpg', { type: 'image/jpeg' })
}

/** The colours in the middle of the picture's left and right edge; empty while the picture is being replaced. */
export async function edgeColours(image: HTMLImageElement | null): Promise<string[]> {
  if (!(await isDecoded(image)) || image === null) return []
  const { naturalWidth: width, naturalHeight: height } = image
  const context = contextOf(new OffscreenCanvas(width, height))
  context.drawImage(image, 0, 0)
  return [4, width - 5].map((x) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, height >> 1, 1, 1).data
    if (red > green && red > blue) return 'red'
    return green > blue ? 'green' : 'blue'
  })
}

/** The mean brightness of a picture, 0 to 255. */
export async function meanLuma(image: HTMLImageElement | null): Promise<number> {
  if (!(await isDecoded(image)) || image === null) return Number.NaN
  const context = contextOf(new OffscreenCanvas(32, 32))
  context.drawImage(image, 0, 0, 32, 32)
  const colours = [...context.getImageData(0, 0, 32, 32).data].filter((_, at) => at % 4 !== 3)
  return colours.reduce((sum, colour) => sum + colour, 0) / colours.length
}

/** The pixels of a canvas, reduced to 32 × 32 px, as text. */
export function contentOf(canvas: HTMLCanvasElement | null): string {
  if (canvas === null) return ''
  const context = contextOf(new OffscreenCanvas(32, 32))
  context.drawImage(canvas, 0, 0, 32, 32)
  return String(context.getImageData(0, 0, 32, 32).data)
}

function isDecoded(image: HTMLImageElement | null): Promise<boolean> {
  const decoded = image?.decode() ?? Promise.reject(new Error('no picture'))
  return decoded.then(
    () => true,
    () => false,
  )
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws nothing.')
  return context
}

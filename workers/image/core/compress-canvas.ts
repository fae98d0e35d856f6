import imageCompression from 'browser-image-compression'

const RESULT_TYPE = 'image/jpeg'
const RESULT_NAME = 'picture.jpg'

type Canvas = Pick<OffscreenCanvas, 'width' | 'height'>

/** The package's own types know the page's canvas alone; its code takes the worker's too. */
interface Compression {
  canvasToFile(canvas: Canvas, type: string, name: string, modifiedAtMs: number, quality: number): Promise<File>
}

const compression: Compression = imageCompression

/** The canvas as a JPEG. */
export async function compressCanvas(canvas: Canvas, quality: number): Promise<Blob> {
  const file = await compression.canvasToFile(canvas, RESULT_TYPE, RESULT_NAME, Date.now(), quality)
  return file.slice(0, file.size, RESULT_TYPE)
}

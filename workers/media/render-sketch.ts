import type { SketchVideoOrder } from '#shared/contract/media-contract.ts'
import { videoSize } from '#shared/domain/generation-options.ts'
import { SKETCH_VIDEO_RESOLUTION } from '#shared/domain/sketch-rules.ts'
import { type PictureWindow, WHOLE_PICTURE, windowRect } from '#motion/controls/output-window.ts'
import { createRenderer, sourceSize } from '#motion/create-renderer.ts'
import { createKernel } from '#motion/kernel/create-kernel.ts'
import type { Picture, Size } from '#motion/pixels.ts'
import { MediaFailure } from './open-clip.ts'

/** The colour space of the renderer's frames. */
export const SKETCH_COLOURS = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const

/** Opens a sketch. Its frames are those of the video, in the size of a saved sketch. */
export async function openSketch({ plan, pictures }: SketchVideoOrder) {
  const size = videoSize({ width: plan.aspect, height: 1 }, SKETCH_VIDEO_RESOLUTION)
  const neededSize = sourceSize(plan, size)
  const sources: Picture[] = []
  for (const picture of pictures) sources.push(await readPicture(picture, neededSize, plan.window ?? WHOLE_PICTURE))
  const renderer = createRenderer(await createKernel(), plan, sources, size)
  return {
    size,
    frames: plan.frameCount,
    async *play(): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
      for (let index = 0; index < plan.frameCount; index++) yield renderer.i420(index).slice()
    },
  }
}

/** The shown part of a picture, cropped evenly to fill a size. */
async function readPicture(file: Blob, size: Size, window: PictureWindow): Promise<Picture> {
  const image = await createImageBitmap(file).catch((error: unknown) => {
    throw new MediaFailure('media_unreadable', error)
  })
  const part = windowRect(image, window)
  const scale = Math.min(part.width / size.width, part.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  const drawing = new OffscreenCanvas(size.width, size.height).getContext('2d', { alpha: false, willReadFrequently: true })
  if (drawing === null) throw new Error('no 2D context on a worker canvas')
  drawing.imageSmoothingQuality = 'high'
  const [x, y] = [part.x + (part.width - width) / 2, part.y + (part.height - height) / 2]
  drawing.drawImage(image, x, y, width, height, 0, 0, size.width, size.height)
  image.close()
  const { data } = drawing.getImageData(0, 0, size.width, size.height)
  return { ...size, data: new Uint8Array(data.buffer) }
}

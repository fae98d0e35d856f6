import type { Easel, Sheet } from './easel.ts'

const SAMPLE_SIDE_PX = 256

/** Whether nothing at all was drawn on a sheet: even the darkest photo has some noise. */
export function isBlank<S extends Sheet>(easel: Easel<S>, { image, width, height }: Sheet): boolean {
  const sample = easel.makeSheet(SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  sample.drawing.drawImage(image, 0, 0, width, height, 0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  const { data } = sample.drawing.getImageData(0, 0, SAMPLE_SIDE_PX, SAMPLE_SIDE_PX)
  sample.release()
  return data.every((channel, at) => channel === data[at % 4])
}

import type { CropChoice } from '#shared/domain/crop-choice.ts'
import type { PreparedImage } from '#shared/contract/image-contract.ts'
import type { PictureDesk } from '#src/features/create/create-desk.ts'
import { partOfRatio } from '#shared/domain/preflight.ts'
import { wholeSize } from '#src/features/create/ratio-cut.ts'

/** The end becomes the start and the other way round; one of them may be missing. */
export function swapFrames(first: PictureDesk, last: PictureDesk): void {
  const [start, end] = [first.held(), last.held()]
  first.put(end)
  last.put(start)
}

/** Takes the picture of the other place too. */
export function copyFrame(from: PictureDesk, to: PictureDesk): void {
  const held = from.held()
  if (held !== null) to.put({ ...held, told: 'none' })
}

/** Cuts the end frame to the shape of the start frame. */
export async function matchFrames(first: PictureDesk, last: PictureDesk): Promise<void> {
  const [start, end] = [first.held(), last.held()]
  if (start !== null && end !== null) await last.crop(matchingCrop(end.image, start.image.width / start.image.height))
}

/** The largest part in the middle of what is kept of a picture, with this ratio. */
export function matchingCrop(image: Pick<PreparedImage, 'sourceWidth' | 'sourceHeight' | 'turn' | 'cut'>, ratio: number): CropChoice {
  const kept = image.cut ?? { x: 0, y: 0, ...wholeSize(image) }
  const part = partOfRatio(kept, ratio)
  return { turn: image.turn, part: { ...part, x: kept.x + part.x, y: kept.y + part.y } }
}

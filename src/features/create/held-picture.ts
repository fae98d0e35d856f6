import type { PreparedImage } from '#shared/contract/image-contract.ts'
import type { PictureFacts } from './create-state.ts'

export interface HeldPicture {
  readonly name: string
  readonly image: PreparedImage
}

let held: HeldPicture | null = null
let facts: PictureFacts | null = null

/** Keeps the bytes of the one picture in the form; the address of the one before ends here. */
export function holdPicture(next: HeldPicture): PictureFacts {
  dropPicture()
  const { blob, ...image } = next.image
  held = next
  facts = { ...image, name: next.name, bytes: blob.size, url: URL.createObjectURL(blob) }
  return facts
}

export function heldPicture(): HeldPicture | null {
  return held
}

export function heldFacts(): PictureFacts | null {
  return facts
}

export function dropPicture(): void {
  if (facts !== null) URL.revokeObjectURL(facts.url)
  facts = null
  held = null
}

import type { PreparedImage } from '#shared/contract/image-contract.ts'
import type { PictureFacts } from './create-state.ts'

export interface HeldPicture {
  readonly name: string
  readonly image: PreparedImage
}

let held: HeldPicture | null = null
let url = ''

/** Keeps the bytes of the one picture in the form; the address of the one before ends here. */
export function holdPicture(next: HeldPicture): PictureFacts {
  dropPicture()
  held = next
  url = URL.createObjectURL(next.image.blob)
  const { blob, ...facts } = next.image
  return { ...facts, name: next.name, bytes: blob.size, url }
}

export function heldPicture(): HeldPicture | null {
  return held
}

export function dropPicture(): void {
  if (url !== '') URL.revokeObjectURL(url)
  url = ''
  held = null
}

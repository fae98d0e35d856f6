import type { PreparedImage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { PrepareWish } from '#src/bridge/create-image-client.ts'
import type { PictureFacts } from './create-state.ts'

export interface HeldPicture {
  readonly name: string
  /** What was brought, to be prepared anew when the person wants another part of it. */
  readonly source: { readonly id: string; readonly file: Blob }
  readonly wish: PrepareWish
  readonly image: PreparedImage
  /** What is told this time about the metadata that was removed. */
  readonly told: SourceMetadata
}

let held: HeldPicture | null = null
let facts: PictureFacts | null = null
let wholeUrl: string | null = null

/** Keeps the bytes of the one picture in the form; the address of the one before ends here. */
export function holdPicture(next: HeldPicture): void {
  if (facts !== null) URL.revokeObjectURL(facts.url)
  if (held?.source.id !== next.source.id) dropWhole()
  const { blob, ...image } = next.image
  held = next
  // A copy: the state lays proxies into what it is given, and with one in it nothing can be stored or sent to a worker.
  const copied = structuredClone({ ...image, name: next.name, wish: next.wish, told: next.told })
  facts = { ...copied, bytes: blob.size, url: URL.createObjectURL(blob) }
}

export function heldPicture(): HeldPicture | null {
  return held
}

export function heldFacts(): PictureFacts | null {
  return facts
}

/** Keeps the held picture's source as it looks before anything is cut; returns its address. */
export function holdWhole(view: Blob): string {
  dropWhole()
  wholeUrl = URL.createObjectURL(view)
  return wholeUrl
}

export function heldWhole(): string | null {
  return wholeUrl
}

export function dropPicture(): void {
  if (facts !== null) URL.revokeObjectURL(facts.url)
  dropWhole()
  facts = null
  held = null
}

function dropWhole(): void {
  if (wholeUrl !== null) URL.revokeObjectURL(wholeUrl)
  wholeUrl = null
}

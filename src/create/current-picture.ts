import type { PreparedImage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'
import type { PictureFacts } from './picture-slot-state.ts'

export interface HeldPicture {
  readonly name: string
  /** What was brought, to be prepared anew when the person wants another part of it. */
  readonly source: { readonly id: string; readonly file: Blob }
  readonly request: PrepareRequest
  readonly image: PreparedImage
  /** What is told this time about the metadata that was removed. */
  readonly told: SourceMetadata
}

/** The bytes of one picture of a form, and the addresses they are shown under. */
export interface CurrentPicture {
  readonly held: () => HeldPicture | null
  readonly facts: () => PictureFacts | null
  readonly whole: () => string | null
  /** Keeps another picture; the address of the one before ends here. */
  readonly hold: (next: HeldPicture) => void
  /** Keeps the held picture's source as it looks before anything is cut; returns its address. */
  readonly holdWhole: (view: Blob) => string
  readonly drop: () => void
}

export function createCurrentPicture(): CurrentPicture {
  let held: HeldPicture | null = null
  let facts: PictureFacts | null = null
  let wholeUrl: string | null = null

  function dropWhole(): void {
    if (wholeUrl !== null) URL.revokeObjectURL(wholeUrl)
    wholeUrl = null
  }

  function dropFacts(): void {
    if (facts !== null) URL.revokeObjectURL(facts.url)
    facts = null
  }

  return {
    held: () => held,
    facts: () => facts,
    whole: () => wholeUrl,
    hold(next) {
      dropFacts()
      if (held?.source.id !== next.source.id) dropWhole()
      const { blob, ...image } = next.image
      held = next
      // A copy: the state lays proxies into what it is given, and with one in it nothing can be stored or sent to a worker.
      const copied = structuredClone({ ...image, name: next.name, request: next.request, told: next.told })
      facts = { ...copied, bytes: blob.size, url: URL.createObjectURL(blob) }
    },
    holdWhole(view) {
      dropWhole()
      wholeUrl = URL.createObjectURL(view)
      return wholeUrl
    },
    drop() {
      dropFacts()
      dropWhole()
      held = null
    },
  }
}

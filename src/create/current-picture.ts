import type { PreparedImage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'
import type { PictureFacts } from './picture-slot-state.ts'

export interface FormPicture {
  readonly name: string
  /** The original file. Another crop is prepared from it. */
  readonly source: { readonly id: string; readonly file: Blob }
  readonly request: PrepareRequest
  readonly image: PreparedImage
  /** The kind of removed metadata that the form reports to the user. */
  readonly removedMetadata: SourceMetadata
}

/** The current picture of a slot, with its bytes and its object URLs. */
export interface CurrentPicture {
  readonly current: () => FormPicture | null
  readonly facts: () => PictureFacts | null
  /** The object URL of the uncropped picture; null until it is needed. */
  readonly whole: () => string | null
  /** Replaces the picture and revokes the object URL of the previous one. */
  readonly setPicture: (next: FormPicture) => void
  /** Stores a preview of the uncropped picture and returns its object URL. */
  readonly setWhole: (view: Blob) => string
  readonly drop: () => void
}

export function createCurrentPicture(): CurrentPicture {
  let picture: FormPicture | null = null
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
    current: () => picture,
    facts: () => facts,
    whole: () => wholeUrl,
    setPicture(next) {
      dropFacts()
      if (picture?.source.id !== next.source.id) dropWhole()
      const { blob, ...image } = next.image
      picture = next
      // The facts are copied, because the state wraps its values in proxies, and proxies can't be stored or sent to a worker.
      const copiedFacts = structuredClone({ ...image, name: next.name, request: next.request, removedMetadata: next.removedMetadata })
      facts = { ...copiedFacts, bytes: blob.size, url: URL.createObjectURL(blob) }
    },
    setWhole(view) {
      dropWhole()
      wholeUrl = URL.createObjectURL(view)
      return wholeUrl
    },
    drop() {
      dropFacts()
      dropWhole()
      picture = null
    },
  }
}

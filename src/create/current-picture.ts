import type { PreparedImage, SourceMetadata } from '#shared/contract/image-contract.ts'
import type { PrepareRequest } from '#src/pictures/create-image-client.ts'
import type { PictureFacts } from './picture-slot-state.ts'

export interface FormPicture {
  readonly name: string
  /** The original file, which is prepared again for another crop. */
  readonly source: { readonly id: string; readonly file: Blob }
  readonly request: PrepareRequest
  readonly image: PreparedImage
  /** The removed metadata that the form reports. */
  readonly removedMetadata: SourceMetadata
}

/** The bytes of a form's picture and their object URLs. */
export interface CurrentPicture {
  readonly current: () => FormPicture | null
  readonly facts: () => PictureFacts | null
  readonly whole: () => string | null
  /** Replaces the picture and revokes the previous object URL. */
  readonly setPicture: (next: FormPicture) => void
  /** Stores the uncropped preview of the current picture; returns its object URL. */
  readonly setWhole: (view: Blob) => string
  readonly drop: () => void
}

export function createCurrentPicture(): CurrentPicture {
  let current: FormPicture | null = null
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
    current: () => current,
    facts: () => facts,
    whole: () => wholeUrl,
    setPicture(next) {
      dropFacts()
      if (current?.source.id !== next.source.id) dropWhole()
      const { blob, ...image } = next.image
      current = next
      // A copy, because the state wraps values in proxies, which can't be stored or sent to a worker.
      const copied = structuredClone({ ...image, name: next.name, request: next.request, removedMetadata: next.removedMetadata })
      facts = { ...copied, bytes: blob.size, url: URL.createObjectURL(blob) }
    },
    setWhole(view) {
      dropWhole()
      wholeUrl = URL.createObjectURL(view)
      return wholeUrl
    },
    drop() {
      dropFacts()
      dropWhole()
      current = null
    },
  }
}

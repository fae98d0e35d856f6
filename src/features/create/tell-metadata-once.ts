import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import { preferences, setPreference } from '#src/lib/preferences.ts'

const RANK = { none: 0, some: 1, place: 2 } as const

/** What to tell of the metadata that preparation removed: each thing once in this browser, the place as well when less was told before. */
export function tellMetadataOnce(metadata: SourceMetadata): SourceMetadata {
  if (RANK[metadata] <= RANK[preferences.metadataTold]) return 'none'
  setPreference('metadataTold', metadata)
  return metadata
}

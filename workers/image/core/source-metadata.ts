import type { SourceMetadata } from '#shared/contract/image-contract.ts'
import type { ByteSource } from './byte-source.ts'

/** What is read of one piece of metadata; a place stands near the beginning. */
export const MAX_METADATA_BYTES = 256 * 1024
const XMP_PLACE = /GPS(Dest)?L(at|ong)itude/

export function moreTelling(known: SourceMetadata, found: SourceMetadata): SourceMetadata {
  return known === 'place' || found === 'none' ? known : found
}

/** An XMP packet at `offset` always says something; whether it says where, its property names tell. */
export async function readXmp(bytes: ByteSource, offset: number, length: number): Promise<SourceMetadata> {
  const readable = Math.min(length, MAX_METADATA_BYTES, bytes.size - offset)
  if (readable <= 0 || !(await bytes.reach(offset, readable))) return 'some'
  return XMP_PLACE.test(bytes.ascii(offset, readable)) ? 'place' : 'some'
}

import type { MendedPicture } from './mended-picture.ts'
import { mendJpeg } from './mend-jpeg.ts'
import { mendPng } from './mend-png.ts'
import { mendWebp } from './mend-webp.ts'

/**
 * Repairs the container of a JPEG, PNG or WebP that decoders reject although its picture is complete. Pixels and metadata stay byte for
 * byte. Null if nothing can be repaired, or a part of the picture is missing. Rule: docs/pictures.md, "Repaired files".
 */
export function mendPicture(bytes: Uint8Array): MendedPicture | null {
  return mendJpeg(bytes) ?? mendPng(bytes) ?? mendWebp(bytes)
}

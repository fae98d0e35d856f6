import type { UploadType } from '#shared/domain/media-limits.ts'
import { MEDIA_BASE } from '#shared/domain/media-address.ts'
import { makeId } from '../crypto/make-id.ts'

const NAME_PATTERN = /^[0-9a-f]{32}\.(?:jpg|png|webp|mp4)$/

export const UPLOAD_EXTENSION: Record<UploadType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

export function makeMediaName(extension: string): string {
  return `${makeId()}.${extension}`
}

export function mediaUrl(name: string): string {
  return MEDIA_BASE + name
}

/** The download address of a file, with a readable name. */
export function downloadUrl(name: string, savedName: string): string {
  return `${mediaUrl(name)}?download=${encodeURIComponent(savedName)}`
}

/** The media name in one of our own addresses; undefined for anything else. */
export function mediaNameOf(url: string): string | undefined {
  const name = url.startsWith(MEDIA_BASE) ? url.slice(MEDIA_BASE.length) : ''
  return NAME_PATTERN.test(name) ? name : undefined
}

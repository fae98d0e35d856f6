import { CACHED_HEADER } from '#shared/api/common-params.ts'
import { MAX_CACHED_VIDEO_BYTES } from '#shared/domain/gallery-rules.ts'

type Answer = Pick<Response, 'status' | 'headers' | 'type'>

/** Whether an API answer is public, so that it can be cached. */
export function isCacheableAnswer(answer: Answer): boolean {
  return isWhole(answer) && hasDirective(answer, 'public')
}

/** Whether a gallery file is public. Personal files are `private`. */
export function isCacheableFile(answer: Answer): boolean {
  return isWhole(answer) && isGalleryFile(answer)
}

export function isCacheableVideo(answer: Answer): boolean {
  return isCacheableFile(answer) && isSmall(Number(answer.headers.get('content-length')))
}

/** Whether the answer is a range of a gallery video whose whole file is small enough for the cache. */
export function mustFetchWhole(answer: Answer): boolean {
  const totalBytes = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  return answer.status === 206 && isGalleryFile(answer) && isSmall(Number(totalBytes))
}

/** Marks a cached answer and removes its date; otherwise a page would set its clock by it. */
export function markCached(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.delete('date')
  headers.set(CACHED_HEADER, '1')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** Whether an answer is whole and of this site. Ranges and cross-origin answers are not cacheable. */
function isWhole({ status, type }: Answer): boolean {
  return status === 200 && (type === 'basic' || type === 'default')
}

function isGalleryFile(answer: Answer): boolean {
  return hasDirective(answer, 'public') && hasDirective(answer, 'immutable')
}

function isSmall(bytes: number): boolean {
  return bytes > 0 && bytes <= MAX_CACHED_VIDEO_BYTES
}

function hasDirective({ headers }: Answer, directive: string): boolean {
  const caching = (headers.get('cache-control') ?? '').toLowerCase()
  const directives = caching.split(',').map((text) => text.trim())
  return directives.some((text) => text === directive) && !/\b(?:private|no-store)\b/.test(caching)
}

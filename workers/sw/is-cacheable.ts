import { CACHED_HEADER } from '#shared/api/common-params.ts'
import { MAX_CACHED_VIDEO_BYTES } from '#shared/domain/gallery-rules.ts'

type Answer = Pick<Response, 'status' | 'headers' | 'type'>

/** An answer of the API that names nobody. */
export function isCacheableAnswer(answer: Answer): boolean {
  return isWhole(answer) && says(answer, 'public')
}

/** A file that the galleries show to everybody; what belongs to somebody is `private`. */
export function isCacheableFile(answer: Answer): boolean {
  return isWhole(answer) && isGalleryFile(answer)
}

export function isCacheableVideo(answer: Answer): boolean {
  return isCacheableFile(answer) && isSmall(Number(answer.headers.get('content-length')))
}

/** Whether the whole is worth fetching beside this part of a gallery's video. */
export function asksForWhole(answer: Answer): boolean {
  const whole = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  return answer.status === 206 && isGalleryFile(answer) && isSmall(Number(whole))
}

/** The same answer, marked, and without its time: shown a day later, it would tell the page a wrong one. */
export function markCached(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.delete('date')
  headers.set(CACHED_HEADER, '1')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}

/** A part never fills a cache, and neither does what another origin sent. */
function isWhole({ status, type }: Answer): boolean {
  return status === 200 && (type === 'basic' || type === 'default')
}

function isGalleryFile(answer: Answer): boolean {
  return says(answer, 'public') && says(answer, 'immutable')
}

function isSmall(bytes: number): boolean {
  return bytes > 0 && bytes <= MAX_CACHED_VIDEO_BYTES
}

function says({ headers }: Answer, directive: string): boolean {
  const caching = (headers.get('cache-control') ?? '').toLowerCase()
  const directives = caching.split(',').map((text) => text.trim())
  return directives.some((text) => text === directive) && !/\b(?:private|no-store)\b/.test(caching)
}

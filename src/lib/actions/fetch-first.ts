import type { Result } from '#shared/result.ts'

interface Fetched {
  readonly url: string
  readonly blob: Blob
}

/** The bytes of the first address that has any; null when none has. A page of some network in between is no video. */
export async function fetchFirst(urls: readonly string[], fetchFile: (url: string) => Promise<Result<Blob>>): Promise<Fetched | null> {
  for (const url of urls) {
    const fetched = await fetchFile(url)
    if (fetched.ok && fetched.value.size > 0 && !fetched.value.type.startsWith('text/')) return { url, blob: fetched.value }
  }
  return null
}

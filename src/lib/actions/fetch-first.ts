import type { Result } from '#shared/result.ts'

interface Fetched {
  readonly url: string
  readonly blob: Blob
}

/** The bytes of the first address that has any; null when none has. */
export async function fetchFirst(urls: readonly string[], fetchFile: (url: string) => Promise<Result<Blob>>): Promise<Fetched | null> {
  for (const url of urls) {
    const fetched = await fetchFile(url)
    if (fetched.ok && fetched.value.size > 0) return { url, blob: fetched.value }
  }
  return null
}

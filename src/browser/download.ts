import { type Result, fail, ok } from '#shared/result.ts'
import { noAnswer } from '#shared/api/client.ts'

/** Downloads a file of this site. */
export async function fetchMedia(url: string): Promise<Result<Blob>> {
  try {
    const response = await fetch(url)
    if (response.ok) return ok(await response.blob())
    // The server answers 404 for another account's file. So 401 and 403 come from a proxy and may be temporary.
    const isTemporary = response.status >= 500 || [401, 403, 429].includes(response.status)
    return fail(isTemporary ? noAnswer(String(response.status)) : { code: 'H4001', retry: 'never', detail: String(response.status) })
  } catch (error) {
    return fail(noAnswer(String(error)))
  }
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The URL is revoked later, because the browser reads the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

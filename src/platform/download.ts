import { type Result, fail, ok } from '#shared/result.ts'
import { noAnswer } from '#shared/api/envelope.ts'

/** The bytes of one of our own addresses. */
export async function fetchMedia(url: string): Promise<Result<Blob>> {
  try {
    const response = await fetch(url)
    if (response.ok) return ok(await response.blob())
    const isPassing = response.status >= 500 || response.status === 429
    return fail(isPassing ? noAnswer(String(response.status)) : { code: 'H4001', retry: 'never', detail: String(response.status) })
  } catch (error) {
    return fail(noAnswer(String(error)))
  }
}

/** Lays a file into the person's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser begins to read it after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

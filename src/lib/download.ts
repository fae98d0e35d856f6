import type { Result } from '#shared/result.ts'
import { noAnswer } from '#shared/api/envelope.ts'
import { fail, ok } from '#shared/result.ts'

/** The bytes of one of our own addresses. */
export async function fetchMedia(url: string): Promise<Result<Blob>> {
  try {
    const response = await fetch(url)
    return response.ok ? ok(await response.blob()) : fail({ code: 'H4001', retry: 'never', detail: String(response.status) })
  } catch (error) {
    return fail(noAnswer(String(error)))
  }
}

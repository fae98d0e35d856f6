import { within } from '#server/net/within.ts'
import { type Result, fail, ok } from '#shared/result.ts'
import * as remote from './call-remote.ts'

interface ClientCall {
  readonly fetch: typeof globalThis.fetch
  readonly nowMs: () => number
  readonly signal: AbortSignal
  readonly limitMs?: number
  /** The maximum length of an answer, in bytes. */
  readonly maxBytes?: number
  /** The statuses that mean that a request was not accepted, so it may be sent again. */
  readonly unsentStatuses?: readonly number[]
}

/**
 * One call with a service's client package. The passed `fetch` sends only once, even if the client repeats the call, and reads error
 * responses itself. Client errors contain keys, pictures and prompts, so they are not passed on. Fails with the answer of a service that
 * rejected the call.
 */
export async function callClient<T>(
  { fetch, nowMs, signal, limitMs = remote.CALL_TIMEOUT_MS, maxBytes = remote.MAX_ANSWER_BYTES, unsentStatuses }: ClientCall,
  work: (fetch: typeof globalThis.fetch) => Promise<T>,
): Promise<Result<T, remote.RemoteAnswer>> {
  let sentResponse: Promise<Response> | undefined
  let refusal: remote.RemoteAnswer | undefined
  let networkError: { readonly cause: unknown } | undefined

  async function send(input: string | URL | Request, init: RequestInit | undefined, limitedSignal: AbortSignal): Promise<Response> {
    const response = await fetch(input, { ...init, redirect: 'error', signal: limitedSignal }).catch((cause: unknown) => {
      networkError = { cause }
      throw cause
    })
    if (response.ok) return withLimit(response, maxBytes)
    const { status, headers } = response
    const text = await remote.readLimited(response).catch(() => '')
    refusal = { status, headers, body: remote.parseJson(text) }
    return new Response(text === '' ? null : text, { status, headers })
  }

  try {
    return await within(limitMs, signal, async (limitedSignal) =>
      ok(await work((input, init) => (sentResponse ??= send(input, init, limitedSignal)))),
    )
  } catch (error) {
    signal.throwIfAborted()
    if (sentResponse === undefined) throw error
    if (refusal !== undefined) return fail(remote.settledAnswer(refusal, nowMs(), unsentStatuses))
    const cause = networkError?.cause ?? new Error(error instanceof Error ? error.name : 'no error')
    throw new remote.RemoteError('no answer that could be read', {
      isUnsent: networkError !== undefined && remote.isUnsentError(networkError.cause),
      cause,
    })
  }
}

function withLimit({ body, status, headers }: Response, maxBytes: number): Response {
  let size = 0
  const countingStream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) throw new Error('the answer is too long')
      controller.enqueue(chunk)
    },
  })
  return new Response(body === null ? null : body.pipeThrough(countingStream), { status, headers })
}

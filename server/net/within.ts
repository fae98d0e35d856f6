/**
 * Runs work with a signal that is also aborted after `limitMs`. Uses its own timer, because in Node 20 `AbortSignal.timeout` inside
 * `AbortSignal.any` may be collected before it fires.
 */
export async function within<T>(limitMs: number, signal: AbortSignal, work: (limitedSignal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error(`not done within ${limitMs} ms`)), limitMs)
  try {
    return await work(AbortSignal.any([signal, timeout.signal]))
  } finally {
    clearTimeout(timer)
  }
}

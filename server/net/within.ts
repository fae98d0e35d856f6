/**
 * Runs work with a signal that is also aborted after `limitMs`. Uses its own timer, because in Node 20 `AbortSignal.timeout` inside
 * `AbortSignal.any` may be collected before it fires.
 */
export async function within<T>(limitMs: number, signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new Error(`not done within ${limitMs} ms`)), limitMs)
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}

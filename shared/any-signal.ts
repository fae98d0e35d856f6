/**
 * Runs work with a signal that aborts when one of `signals` aborts, and removes its listeners afterwards. `AbortSignal.any` needs Safari
 * 17.4.
 */
export async function anySignal<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => T | PromiseLike<T>): Promise<T> {
  const any = new AbortController()
  const ended = new AbortController()
  for (const signal of signals) {
    const pass = () => any.abort(signal.reason)
    if (signal.aborted) pass()
    else signal.addEventListener('abort', pass, { signal: ended.signal })
  }
  try {
    return await work(any.signal)
  } finally {
    ended.abort()
  }
}

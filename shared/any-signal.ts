/**
 * Work with a signal that aborts as soon as one of `signals` does; once it has ended nothing is left on them. `AbortSignal.any` came with
 * Safari 17.4, and without it nothing works.
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

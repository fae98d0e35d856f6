/**
 * Runs work with a signal that aborts when one of `signals` aborts, and removes its listeners afterwards. `AbortSignal.any` needs Safari
 * 17.4.
 */
export async function anySignal<T>(signals: readonly AbortSignal[], work: (signal: AbortSignal) => T | PromiseLike<T>): Promise<T> {
  const controller = new AbortController()
  const workEnd = new AbortController()
  for (const signal of signals) {
    const forwardAbort = () => controller.abort(signal.reason)
    if (signal.aborted) forwardAbort()
    else signal.addEventListener('abort', forwardAbort, { signal: workEnd.signal })
  }
  try {
    return await work(controller.signal)
  } finally {
    workEnd.abort()
  }
}

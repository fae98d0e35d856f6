/** A signal that is never aborted. A new one for each call, because the listeners on a shared one would never be released. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal
}

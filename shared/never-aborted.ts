/** A signal that is never aborted. Each call creates a new one, because listeners on a shared signal would never be released. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal
}

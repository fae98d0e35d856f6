const consumed = new AbortController()
let early: Event | null = null

/** Stores the browser's install prompt event for the app, which may load later. */
export function holdInstallQuestion(): void {
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      early = event
    },
    { signal: consumed.signal },
  )
}

/** Returns the stored event. The caller listens for later ones itself. */
export function readInstallQuestion(): Event | null {
  consumed.abort()
  return early
}

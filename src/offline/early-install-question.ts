const consumed = new AbortController()
let early: Event | null = null

/** Stores the browser's install prompt event for the app, which may be loaded later than the event. */
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

/** Returns the stored event; null without one. From then on, the caller must listen for the event itself. */
export function readInstallQuestion(): Event | null {
  consumed.abort()
  return early
}

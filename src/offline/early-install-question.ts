const listenerController = new AbortController()
let storedEvent: Event | null = null

/** Stores the browser's install prompt event for the app, which may be loaded later than the event. */
export function storeInstallQuestion(): void {
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      storedEvent = event
    },
    { signal: listenerController.signal },
  )
}

/** Returns the stored event; null without one. From then on, the caller must listen for the event itself. */
export function readInstallQuestion(): Event | null {
  listenerController.abort()
  return storedEvent
}

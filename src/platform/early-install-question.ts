const taken = new AbortController()
let early: Event | null = null

/** Holds the browser's question to install for the app, which may come later. */
export function holdInstallQuestion(): void {
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault()
      early = event
    },
    { signal: taken.signal },
  )
}

/** The question that was held; from now on whoever takes it hears the browser themselves. */
export function takeInstallQuestion(): Event | null {
  taken.abort()
  return early
}

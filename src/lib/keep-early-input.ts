import { nextTurn } from './next-turn.ts'

/**
 * Holds what is pressed, chosen, dropped or pasted while nothing answers it yet; a dropped file never takes the tab away. Returns what
 * gives it back, in order, where it still belongs: to be called once the page is drawn by what answers. Links need nobody: the browser follows them.
 */
export function keepEarlyInput(place: Element): () => Promise<void> {
  const kept: (() => void)[] = []
  // Whoever waits presses again, and means it once.
  const pressed = new Set<Element>()
  const over = new AbortController()
  const on = <Name extends keyof HTMLElementEventMap>(name: Name, listener: (event: HTMLElementEventMap[Name]) => void) =>
    document.body.addEventListener(name, listener, { signal: over.signal })
  on('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button === null || !place.contains(button) || pressed.has(button)) return
    if (opensFiles(button)) return
    pressed.add(button)
    const twins = namesakes(button, place)
    const ordinal = twins.indexOf(button)
    kept.push(() => (button.isConnected ? button : namesakes(button, place)[ordinal])?.click())
  })
  on('change', ({ target }) => {
    if (target instanceof HTMLInputElement) kept.push(() => target.dispatchEvent(new Event('change', { bubbles: true })))
  })
  on('dragover', (event) => event.preventDefault())
  on('drop', (event) => {
    event.preventDefault()
    const dataTransfer = copyOf(event.dataTransfer?.files)
    kept.push(() => place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })))
  })
  on('paste', (event) => {
    const clipboardData = copyOf(event.clipboardData?.files)
    kept.push(() => place.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })))
  })
  return async () => {
    over.abort()
    // What has just drawn the page hears nothing before it is done with that.
    await nextTurn()
    for (const giveBack of kept) giveBack()
  }
}

/** The buttons that say the same. Where the page is drawn anew, one of them stands for the one that was pressed. */
function namesakes(button: HTMLButtonElement, place: Element): readonly HTMLButtonElement[] {
  return [...place.querySelectorAll('button')].filter((other) => nameOf(other) === nameOf(button))
}

function nameOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent.trim()
}

/** Browsers open their own dialog for a fresh press only, so it opens at once. */
function opensFiles({ nextElementSibling: input }: Element): boolean {
  const hasFiles = input instanceof HTMLInputElement && input.type === 'file'
  if (hasFiles) input.click()
  return hasFiles
}

/** Files can be read after their event, the transfer that brought them can't. */
function copyOf(files: FileList | undefined): DataTransfer {
  const copy = new DataTransfer()
  for (const file of files ?? []) copy.items.add(file)
  return copy
}

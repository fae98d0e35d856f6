/** What is used of a BroadcastChannel. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener' | 'removeEventListener'>

/** A channel to all pages and workers of this site; where the browser denies them, as Firefox does with all cookies blocked, to those of this page. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name)
  } catch {
    return new PageChannel(name)
  }
}

const open = new Set<PageChannel>()

class PageChannel extends EventTarget implements Channel {
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
    open.add(this)
  }

  /** Copied, as a BroadcastChannel does it, and heard by every other channel of the name in a task of its own. */
  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message)
    for (const other of open) {
      if (other !== this && other.#name === this.#name)
        setTimeout(() => open.has(other) && other.dispatchEvent(new MessageEvent('message', { data })))
    }
  }

  close(): void {
    open.delete(this)
  }
}

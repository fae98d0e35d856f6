/** The part of BroadcastChannel in use. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener' | 'removeEventListener'>

/**
 * A channel to all pages and workers of this site; only within this page if channels are denied, as in Firefox with all cookies blocked.
 */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name)
  } catch {
    return new PageChannel(name)
  }
}

const openChannels = new Set<PageChannel>()

class PageChannel extends EventTarget implements Channel {
  readonly #name: string

  constructor(name: string) {
    super()
    this.#name = name
    openChannels.add(this)
  }

  /** Clones messages and delivers each in its own task, like a BroadcastChannel. */
  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message)
    for (const other of openChannels) {
      if (other !== this && other.#name === this.#name)
        setTimeout(() => openChannels.has(other) && other.dispatchEvent(new MessageEvent('message', { data })))
    }
  }

  close(): void {
    openChannels.delete(this)
  }
}

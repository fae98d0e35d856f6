import type { FileStore } from './file-store.ts'

/** For how long what a store had is believed, in ms: other processes add to it. */
const KNOWN_MS = 5000

export interface NameIndex {
  /** By what is known now. */
  has(name: string): boolean
  names(): Iterable<string>
  add(name: string): void
  /** Asks the store again, where that was not done lately. Keeps what is known while the store is away. */
  refresh(): Promise<void>
}

/** The names that a store has, asked for rarely. */
export function createNameIndex(store: Pick<FileStore, 'list'>, nowMs: () => number = () => performance.now()): NameIndex {
  let names = new Set<string>()
  let askedAtMs = -Infinity
  let asking: Promise<void> = Promise.resolve()

  async function ask(): Promise<void> {
    const before = names
    const listed = await store.list().catch(() => undefined)
    if (listed === undefined) return
    // What was added meanwhile may not be in the list yet.
    names = new Set([...listed.map(({ name }) => name), ...[...names].filter((name) => !before.has(name))])
  }

  return {
    has: (name) => names.has(name),
    names: () => names,
    add: (name) => void (names = new Set([...names, name])),
    refresh() {
      if (nowMs() - askedAtMs < KNOWN_MS) return asking
      askedAtMs = nowMs()
      asking = ask()
      return asking
    },
  }
}

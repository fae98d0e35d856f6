import { can } from '#shared/browser/capabilities.ts'

/** The functions of the browser's history that `blockBack` needs. */
export interface HistoryAdapter {
  readonly state: () => unknown
  /** Adds a history entry that stores the mark of the entry below it. */
  readonly push: (state: object) => void
  /** Goes back to the marked entry in one step, past entries that the checkout's frame has added. */
  readonly returnTo: (mark: EntryMark) => void
  readonly forward: () => void
  readonly onStep: (listener: () => void) => () => void
  /** Runs the callback after the current navigation. */
  readonly later: (run: () => void) => void
}

/** Identifies a history entry: its key or, in browsers without keys, the length of the history when one entry is above it. */
export type EntryMark = string | number

interface BlockedState {
  readonly entryBelow?: EntryMark
}

/** The number of active blocks per history. A new block reuses the extra entry of a block that is just being removed. */
const blockCounts = new WeakMap<HistoryAdapter, number>()

/**
 * Blocks the browser's back button. It adds a history entry with the same address, and goes forward again when the user leaves that
 * entry. The returned function ends the block and removes the entry, unless another address has replaced it.
 */
export function blockBack(adapter: HistoryAdapter): () => void {
  changeBlockCount(adapter, 1)
  if (entryBelow(adapter) === undefined) adapter.push({ ...(adapter.state() as object | null) })
  const stop = adapter.onStep(() => {
    if (entryBelow(adapter) === undefined) adapter.forward()
  })
  return () => {
    stop()
    changeBlockCount(adapter, -1)
    adapter.later(() => removeEntry(adapter))
  }
}

function removeEntry(adapter: HistoryAdapter): void {
  const mark = entryBelow(adapter)
  if (mark !== undefined && blockCounts.get(adapter) === 0) adapter.returnTo(mark)
}

function changeBlockCount(adapter: HistoryAdapter, change: 1 | -1): void {
  blockCounts.set(adapter, (blockCounts.get(adapter) ?? 0) + change)
}

function entryBelow(adapter: HistoryAdapter): EntryMark | undefined {
  return (adapter.state() as BlockedState | null)?.entryBelow
}

/**
 * The browser's history. The page receives no `popstate` for entries that the checkout's frame has added, so `returnTo` skips them
 * in one step.
 */
export const browserHistory: HistoryAdapter = {
  state: () => history.state as unknown,
  push(state) {
    const key = currentKey()
    history.pushState(state, '')
    history.replaceState({ ...state, entryBelow: key ?? history.length }, '')
  },
  returnTo(mark) {
    if (typeof mark === 'number') history.go(mark - history.length - 1)
    else void navigation.traverseTo(mark).finished?.catch(() => undefined)
  },
  forward: () => history.forward(),
  onStep(listener) {
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  },
  later: (run) => void setTimeout(run),
}

function currentKey(): string | undefined {
  return can('historyEntries') ? navigation.currentEntry?.key : undefined
}

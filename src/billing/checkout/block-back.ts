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

/** Identifies a history entry: its key or, in browsers without keys, the history length when one entry is above it. */
export type EntryMark = string | number

interface BlockedState {
  readonly entryBelow?: EntryMark
}

/** The number of active blocks per history. A new block reuses the extra entry of a block that is just being removed. */
const holders = new WeakMap<HistoryAdapter, number>()

/**
 * Blocks the browser's back button. It adds a history entry with the same address, and goes forward again when the user leaves that
 * entry. The returned function ends the block and removes the entry, unless another address has replaced it.
 */
export function blockBack(door: HistoryAdapter): () => void {
  hold(door, 1)
  if (entryBelow(door) === undefined) door.push({ ...(door.state() as object | null) })
  const stop = door.onStep(() => {
    if (entryBelow(door) === undefined) door.forward()
  })
  return () => {
    stop()
    hold(door, -1)
    door.later(() => removeEntry(door))
  }
}

function removeEntry(door: HistoryAdapter): void {
  const mark = entryBelow(door)
  if (mark !== undefined && holders.get(door) === 0) door.returnTo(mark)
}

function hold(door: HistoryAdapter, by: 1 | -1): void {
  holders.set(door, (holders.get(door) ?? 0) + by)
}

function entryBelow(door: HistoryAdapter): EntryMark | undefined {
  return (door.state() as BlockedState | null)?.entryBelow
}

/**
 * The browser's history. Entries that a frame leaves behind cause no event when the user leaves them, so they must be passed in one
 * step.
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

import { can } from '#shared/platform/capabilities.ts'

/** What of the browser's history the block needs. */
export interface HistoryAdapter {
  readonly state: () => unknown
  /** Puts an entry on top whose state has the mark of the entry below. */
  readonly push: (state: object) => void
  /** Leads to the entry of a mark in a single step, whatever a frame has put above it. */
  readonly returnTo: (mark: EntryMark) => void
  readonly forward: () => void
  readonly onStep: (listener: () => void) => () => void
  /** Runs once what is under way has been done. */
  readonly later: (run: () => void) => void
}

/** The key of an entry, or how many entries there were with one above it, where the browser gives no keys. */
export type EntryMark = string | number

interface BlockedState {
  readonly entryBelow?: EntryMark
}

/** How many hold the way back; whoever comes while another's entry is not taken away yet goes on with it. */
const holders = new WeakMap<HistoryAdapter, number>()

/**
 * Keeps the browser's way back from leaving: an entry for the same address lies on top, and a step off it is taken forward again. Returns
 * how to end it, which takes the entry away unless another address has replaced it.
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
    door.later(() => takeAway(door))
  }
}

function takeAway(door: HistoryAdapter): void {
  const mark = entryBelow(door)
  if (mark !== undefined && holders.get(door) === 0) door.returnTo(mark)
}

function hold(door: HistoryAdapter, by: 1 | -1): void {
  holders.set(door, (holders.get(door) ?? 0) + by)
}

function entryBelow(door: HistoryAdapter): EntryMark | undefined {
  return (door.state() as BlockedState | null)?.entryBelow
}

/** Entries that a frame leaves behind lead nowhere and tell nobody of the step, so they are never taken one by one. */
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

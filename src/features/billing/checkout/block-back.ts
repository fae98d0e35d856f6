/** What of the browser's history the block needs. */
export interface HistoryDoor {
  readonly state: () => unknown
  readonly push: (state: unknown) => void
  readonly back: () => void
  readonly forward: () => void
  readonly onStep: (listener: () => void) => () => void
  /** Runs after the next step, or after a while where a step has led nowhere. */
  readonly afterStep: (run: () => void) => void
  /** Runs once what is under way has been done. */
  readonly later: (run: () => void) => void
}

/** A frame leaves entries of its own behind, each one a step that leads nowhere. */
const MOST_STEPS = 8
/** No step of a browser takes longer, in ms. */
const STEP_WAIT_MS = 500

/** How many hold the way back; whoever comes while another's entry is not taken away yet goes on with it. */
const holders = new WeakMap<HistoryDoor, number>()

/**
 * Keeps the browser's way back from leaving: an entry for the same address lies on top, and a step off it is taken forward again. Returns
 * how to end it, which takes the entry away unless another address has replaced it.
 */
export function blockBack(door: HistoryDoor): () => void {
  hold(door, 1)
  if (!isBlocked(door)) door.push({ ...(door.state() as object | null), isBlocked: true })
  const stop = door.onStep(() => {
    if (!isBlocked(door)) door.forward()
  })
  return () => {
    stop()
    hold(door, -1)
    door.later(() => takeAway(door, MOST_STEPS))
  }
}

function takeAway(door: HistoryDoor, steps: number): void {
  if (steps === 0 || !isBlocked(door) || holders.get(door) !== 0) return
  door.back()
  door.afterStep(() => takeAway(door, steps - 1))
}

function hold(door: HistoryDoor, by: 1 | -1): void {
  holders.set(door, (holders.get(door) ?? 0) + by)
}

function isBlocked(door: HistoryDoor): boolean {
  return (door.state() as { readonly isBlocked?: boolean } | null)?.isBlocked === true
}

export const browserHistory: HistoryDoor = {
  state: () => history.state as unknown,
  push: (state) => history.pushState(state, ''),
  back: () => history.back(),
  forward: () => history.forward(),
  onStep(listener) {
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  },
  afterStep(run) {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('popstate', go)
      run()
    }
    const timer = setTimeout(go, STEP_WAIT_MS)
    addEventListener('popstate', go)
  },
  later: (run) => void setTimeout(run),
}

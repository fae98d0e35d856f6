/** What of the browser's history the block needs. */
export interface HistoryDoor {
  readonly state: () => unknown
  readonly push: (state: unknown) => void
  readonly back: () => void
  readonly forward: () => void
  readonly onStep: (listener: () => void) => () => void
  /** Runs once what is under way has been done. */
  readonly later: (run: () => void) => void
}

/**
 * Keeps the browser's way back from leaving: an entry for the same address lies on top, and a step off it is taken forward again. Returns
 * how to end it, which takes the entry away unless another address has replaced it.
 */
export function blockBack(door: HistoryDoor): () => void {
  const before = door.state()
  door.push({ ...(before as object | null), isBlocked: true })
  const stop = door.onStep(() => {
    if (!isBlockEntry(door.state())) door.forward()
  })
  return () => {
    stop()
    door.later(() => {
      if (isBlockEntry(door.state())) door.back()
    })
  }
}

function isBlockEntry(state: unknown): boolean {
  return (state as { readonly isBlocked?: boolean } | null)?.isBlocked === true
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
  later: (run) => void setTimeout(run),
}

export interface LaneQueue {
  /** Runs `work` when it is its lane's turn. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
}

/**
 * Runs at most `atOnce` works at a time, and one of each lane: whoever asks a thousand times waits behind himself, not before others.
 * Lanes take turns in the order in which they came.
 */
export function createLaneQueue(atOnce: number): LaneQueue {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const busy = new Set<string>()

  function next(): void {
    if (busy.size >= atOnce) return
    const lane = [...waiting.keys()].find((name) => !busy.has(name))
    if (lane === undefined) return
    const [first, ...rest] = waiting.get(lane) ?? []
    waiting.delete(lane)
    // Behind the others: set anew, the lane is the last in the map's order.
    if (rest.length > 0) waiting.set(lane, rest)
    busy.add(lane)
    void first?.().finally(() => {
      busy.delete(lane)
      next()
    })
    next()
  }

  return {
    run: (lane, work) =>
      new Promise((resolve, reject) => {
        const job = () => work().then(resolve, reject)
        waiting.set(lane, [...(waiting.get(lane) ?? []), job])
        next()
      }),
  }
}

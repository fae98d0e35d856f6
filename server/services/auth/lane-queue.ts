export interface LaneQueue {
  /** Runs `work` when it is its lane's turn. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
}

type Job = () => Promise<void>

/**
 * Runs at most `atOnce` works at a time, and one of each lane: whoever asks a thousand times waits behind himself, not before others.
 * A lane that comes new goes first, the newest before the older, because in a flood the older ones have given up waiting.
 * Those that have had a turn already follow, one turn each.
 */
export function createLaneQueue(atOnce: number): LaneQueue {
  const fresh = new Map<string, Job[]>()
  const served = new Map<string, Job[]>()
  const busy = new Set<string>()

  function next(): void {
    while (busy.size < atOnce) {
      const lane = [...fresh.keys()].at(-1) ?? [...served.keys()].find((name) => !busy.has(name))
      if (lane === undefined) return
      void takeTurn(lane)
    }
  }

  async function takeTurn(lane: string): Promise<void> {
    const [first, ...rest] = fresh.get(lane) ?? served.get(lane) ?? []
    fresh.delete(lane)
    served.delete(lane)
    if (rest.length > 0) served.set(lane, rest)
    busy.add(lane)
    await first?.()
    busy.delete(lane)
    next()
  }

  return {
    run: (lane, work) =>
      new Promise((resolve, reject) => {
        const line = busy.has(lane) || served.has(lane) ? served : fresh
        const job = async () => {
          try {
            resolve(await work())
          } catch (error) {
            reject(error)
          }
        }
        line.set(lane, [...(line.get(lane) ?? []), job])
        next()
      }),
  }
}

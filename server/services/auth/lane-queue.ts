export interface LaneQueue {
  /** Runs `work` when it is its lane's turn. */
  run<T>(lane: string, work: () => Promise<T>): Promise<T>
}

type Job = () => Promise<void>

/**
 * Runs at most `atOnce` works at a time, and one of each lane: whoever asks a thousand times waits behind himself, not before others.
 * Lanes take turns; one whose work has ended goes behind all that wait by then.
 */
export function createLaneQueue(atOnce: number): LaneQueue {
  /** In the order of their turns; a lane stays while its work runs. */
  const lanes = new Map<string, Job[]>()
  const busy = new Set<string>()

  function next(): void {
    for (const [lane, jobs] of lanes) {
      if (busy.size >= atOnce) return
      if (!busy.has(lane)) void take(lane, jobs)
    }
  }

  async function take(lane: string, jobs: Job[]): Promise<void> {
    busy.add(lane)
    await jobs.shift()?.()
    busy.delete(lane)
    lanes.delete(lane)
    if (jobs.length > 0) lanes.set(lane, jobs)
    next()
  }

  return {
    run: (lane, work) =>
      new Promise((resolve, reject) => {
        const jobs = lanes.get(lane) ?? []
        jobs.push(async () => {
          try {
            resolve(await work())
          } catch (error) {
            reject(error)
          }
        })
        lanes.set(lane, jobs)
        next()
      }),
  }
}

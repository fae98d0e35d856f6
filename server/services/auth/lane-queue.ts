import type { Result } from '#shared/result.ts'
import { fail, ok } from '#shared/result.ts'

export interface LaneQueue {
  /** Runs `work` when it is its lane's turn; `dropped` when too many wait before that. */
  run<T>(lane: string, work: () => Promise<T>): Promise<Result<T, 'dropped'>>
}

interface Job {
  readonly begin: () => Promise<void>
  readonly drop: () => void
}

/**
 * Runs at most `atOnce` works at a time, and one of each lane: whoever asks a thousand times waits behind himself, not before others.
 * A lane that comes new goes first, the newest before the older, because in a flood the older ones have given up waiting.
 * Those that have had a turn already follow, one turn each. Of more than `maxWaiting` the one that would be last is dropped.
 */
export function createLaneQueue(atOnce: number, maxWaiting: number): LaneQueue {
  const fresh = new Map<string, Job[]>()
  const served = new Map<string, Job[]>()
  const busy = new Set<string>()
  let waiting = 0

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
    waiting -= 1
    await first?.begin()
    busy.delete(lane)
    next()
  }

  /** One of whoever asks most, those that have had a turn before others; of several that ask as often the one that came first. */
  function dropLast(): void {
    const line = served.size > 0 ? served : fresh
    const [[lane, jobs] = ['', []]] = [...line].toSorted(([, one], [, other]) => other.length - one.length)
    const last = jobs.at(-1)
    if (jobs.length > 1) line.set(lane, jobs.slice(0, -1))
    else line.delete(lane)
    waiting -= 1
    last?.drop()
  }

  return {
    run: (lane, work) =>
      new Promise((resolve, reject) => {
        const line = busy.has(lane) || served.has(lane) ? served : fresh
        const begin = async () => {
          try {
            resolve(ok(await work()))
          } catch (error) {
            reject(error)
          }
        }
        line.set(lane, [...(line.get(lane) ?? []), { begin, drop: () => resolve(fail('dropped')) }])
        waiting += 1
        next()
        if (waiting > maxWaiting) dropLast()
      }),
  }
}

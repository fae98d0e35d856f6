import { type Result, fail, ok } from '#shared/result.ts'

interface ByteBudgetLimits {
  /** Bytes that all running works may use together. */
  readonly maxBytes: number
  /** Works that may wait; further ones are refused at once. */
  readonly maxWaiting: number
  /** How long a work may wait, in ms. */
  readonly waitMs: number
}

export interface ByteBudget {
  /**
   * Runs `work` once its bytes are free, in the order of the calls; one that needs more than all of them runs alone. `busy`: it did not begin,
   * because too many wait, the wait took too long, or the caller left.
   */
  run<T>(bytes: number, work: () => Promise<T>, signal?: AbortSignal): Promise<Result<T, 'busy'>>
}

/** Bounds the memory of works that run at the same time. */
export function createByteBudget({ maxBytes, maxWaiting, waitMs }: ByteBudgetLimits): ByteBudget {
  const waiting = new Set<Waiting>()
  let used = 0

  function startNext(): void {
    for (const next of waiting) {
      if (used + next.bytes > maxBytes) return
      waiting.delete(next)
      used += next.bytes
      next.settle(true)
    }
  }

  function admit(bytes: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        waiting.delete(entry)
        entry.settle(false)
        startNext()
      }
      const timer = setTimeout(leave, waitMs)
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        resolve(isAdmitted)
      }
      const entry: Waiting = { bytes, settle }
      signal?.addEventListener('abort', leave)
      waiting.add(entry)
      startNext()
    })
  }

  return {
    async run(wanted, work, signal) {
      const bytes = Math.min(wanted, maxBytes)
      if (signal?.aborted === true || waiting.size >= maxWaiting || !(await admit(bytes, signal))) return fail('busy')
      try {
        return ok(await work())
      } finally {
        used -= bytes
        startNext()
      }
    },
  }
}

interface Waiting {
  readonly bytes: number
  readonly settle: (isAdmitted: boolean) => void
}

import { type Result, fail, ok } from '#shared/result.ts'

interface ByteBudgetLimits {
  /** Bytes that all running tasks may use together. */
  readonly maxBytes: number
  /** Tasks that may wait; further ones are refused at once. */
  readonly maxWaiting: number
  /** How long a task may wait, in ms. */
  readonly waitMs: number
}

export interface ByteBudget {
  /**
   * Runs `task` when its bytes are free, in call order. A task larger than the budget runs alone. `busy`: the task did not start, because the
   * queue was full, the wait was too long, or the client disconnected.
   */
  run<T>(bytes: number, task: () => Promise<T>, signal?: AbortSignal): Promise<Result<T, 'busy'>>
}

/** Bounds the memory of tasks that run at the same time. */
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
    async run(wanted, task, signal) {
      const bytes = Math.min(wanted, maxBytes)
      if (signal?.aborted === true || waiting.size >= maxWaiting || !(await admit(bytes, signal))) return fail('busy')
      try {
        return ok(await task())
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

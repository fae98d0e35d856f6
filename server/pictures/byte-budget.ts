import { type Result, fail, ok } from '#shared/result.ts'

interface ByteBudgetLimits {
  /** Bytes that all running tasks may use together. */
  readonly maxBytes: number
  /** The maximum number of waiting tasks; further tasks are refused at once. */
  readonly maxWaiting: number
  /** How long a task may wait for free bytes, in ms. */
  readonly waitMs: number
  /** The share of bytes and queue that one client may use, 0 to 1. A single task of a client may be larger. */
  readonly clientShare: number
}

interface TaskClient {
  /** Identifies the client of a task; null for clients without a limited share. */
  readonly key: string | null
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined
}

export interface ByteBudget {
  /**
   * Runs `task` when its bytes are free. Clients alternate; the tasks of one client run in call order. A task larger than the budget runs
   * alone. `busy`: the task did not start, because a queue was full, the wait was too long, or the client disconnected.
   */
  run<T>(bytes: number, task: () => Promise<T>, client: TaskClient): Promise<Result<T, 'busy'>>
}

/** Bounds the memory of tasks that run at the same time. */
export function createByteBudget({ maxBytes, maxWaiting, waitMs, clientShare }: ByteBudgetLimits): ByteBudget {
  // The queues of all clients; the client that is next comes first.
  const queues = new Map<string | null, Set<Waiting>>()
  const usedBy = new Map<string, number>()
  let used = 0
  let waiting = 0

  function add(key: string | null, bytes: number): void {
    used += bytes
    if (key === null) return
    const sum = (usedBy.get(key) ?? 0) + bytes
    if (sum === 0) usedBy.delete(key)
    else usedBy.set(key, sum)
  }

  function isOverShare(key: string | null, bytes: number): boolean {
    const own = key === null ? 0 : (usedBy.get(key) ?? 0)
    return own > 0 && own + bytes > maxBytes * clientShare
  }

  function remove(entry: Waiting): void {
    const queue = queues.get(entry.key)
    if (queue?.delete(entry) !== true) return
    waiting -= 1
    if (queue.size === 0) queues.delete(entry.key)
  }

  function findNext(): Waiting | undefined {
    for (const [key, [first]] of queues) {
      if (first === undefined || isOverShare(key, first.bytes)) continue
      // A large task must not be skipped by smaller ones, or it would never start.
      return used + first.bytes > maxBytes ? undefined : first
    }
    return undefined
  }

  function startNext(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      remove(next)
      const rest = queues.get(next.key)
      if (rest !== undefined) {
        queues.delete(next.key)
        queues.set(next.key, rest)
      }
      add(next.key, next.bytes)
      next.settle(true)
    }
  }

  function admit(bytes: number, { key, signal }: TaskClient): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => {
        remove(entry)
        entry.settle(false)
        startNext()
      }
      const timer = setTimeout(leave, waitMs)
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
        resolve(isAdmitted)
      }
      const entry: Waiting = { key, bytes, settle }
      signal?.addEventListener('abort', leave)
      const queue = queues.get(key) ?? new Set()
      queues.set(key, queue.add(entry))
      waiting += 1
      startNext()
    })
  }

  function isQueueFull(key: string | null): boolean {
    return waiting >= maxWaiting || (key !== null && (queues.get(key)?.size ?? 0) >= maxWaiting * clientShare)
  }

  return {
    async run(wanted, task, client) {
      const bytes = Math.min(wanted, maxBytes)
      if (client.signal?.aborted === true || isQueueFull(client.key) || !(await admit(bytes, client))) return fail('busy')
      try {
        return ok(await task())
      } finally {
        add(client.key, -bytes)
        startNext()
      }
    },
  }
}

interface Waiting {
  readonly key: string | null
  readonly bytes: number
  readonly settle: (isAdmitted: boolean) => void
}

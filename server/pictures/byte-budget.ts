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
  const queues = new Map<string | null, Set<WaitingTask>>()
  const usedByClient = new Map<string, number>()
  let usedBytes = 0
  let waitingCount = 0

  function addUsedBytes(key: string | null, bytes: number): void {
    usedBytes += bytes
    if (key === null) return
    const clientBytes = (usedByClient.get(key) ?? 0) + bytes
    if (clientBytes === 0) usedByClient.delete(key)
    else usedByClient.set(key, clientBytes)
  }

  function isOverShare(key: string | null, bytes: number): boolean {
    const clientBytes = key === null ? 0 : (usedByClient.get(key) ?? 0)
    return clientBytes > 0 && clientBytes + bytes > maxBytes * clientShare
  }

  function remove(entry: WaitingTask): void {
    const queue = queues.get(entry.key)
    if (queue?.delete(entry) !== true) return
    waitingCount -= 1
    if (queue.size === 0) queues.delete(entry.key)
  }

  function findNext(): WaitingTask | undefined {
    for (const [key, [firstTask]] of queues) {
      if (firstTask === undefined || isOverShare(key, firstTask.bytes)) continue
      // A large task must not be skipped by smaller ones, or it would never start.
      return usedBytes + firstTask.bytes > maxBytes ? undefined : firstTask
    }
    return undefined
  }

  function startNext(): void {
    for (let nextTask = findNext(); nextTask !== undefined; nextTask = findNext()) {
      remove(nextTask)
      const otherTasks = queues.get(nextTask.key)
      if (otherTasks !== undefined) {
        queues.delete(nextTask.key)
        queues.set(nextTask.key, otherTasks)
      }
      addUsedBytes(nextTask.key, nextTask.bytes)
      nextTask.settle(true)
    }
  }

  function waitForBytes(bytes: number, { key, signal }: TaskClient): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = () => {
        remove(entry)
        entry.settle(false)
        startNext()
      }
      const timer = setTimeout(giveUp, waitMs)
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        resolve(isAdmitted)
      }
      const entry: WaitingTask = { key, bytes, settle }
      signal?.addEventListener('abort', giveUp)
      const queue = queues.get(key) ?? new Set()
      queues.set(key, queue.add(entry))
      waitingCount += 1
      startNext()
    })
  }

  function isQueueFull(key: string | null): boolean {
    return waitingCount >= maxWaiting || (key !== null && (queues.get(key)?.size ?? 0) >= maxWaiting * clientShare)
  }

  return {
    async run(taskBytes, task, client) {
      const bytes = Math.min(taskBytes, maxBytes)
      if (client.signal?.aborted === true || isQueueFull(client.key) || !(await waitForBytes(bytes, client))) return fail('busy')
      try {
        return ok(await task())
      } finally {
        addUsedBytes(client.key, -bytes)
        startNext()
      }
    },
  }
}

interface WaitingTask {
  readonly key: string | null
  readonly bytes: number
  readonly settle: (isAdmitted: boolean) => void
}

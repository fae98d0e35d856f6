interface OneTabWorkOptions<Item extends { readonly taskId: string }> {
  readonly lock: string
  /** Returns the tasks that may need work. */
  readonly readTasks: () => readonly Item[]
  /** Does the work. False if some of it must be tried again. */
  readonly run: (items: readonly Item[]) => Promise<boolean>
  readonly retryMs: number
}

/**
 * Returns a function that starts work which one tab does for all tabs. It skips tasks that a run has completed; if no task is left, it
 * requests no lock. A call during a run repeats the run once. If a run leaves work, or another tab has the lock, it retries after
 * `retryMs`; calls before that do nothing.
 */
export function createOneTabWork<Item extends { readonly taskId: string }>(options: OneTabWorkOptions<Item>): () => Promise<void> {
  const { lock, readTasks, run, retryMs } = options
  const finishedTaskIds = new Set<string>()
  let isBusy = false
  let mustRepeat = false
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  async function startWork(): Promise<void> {
    mustRepeat = isBusy
    if (isBusy || retryTimer !== undefined) return
    const items = readTasks().filter(({ taskId }) => !finishedTaskIds.has(taskId))
    if (items.length === 0) return
    isBusy = true
    try {
      const isDone = await navigator.locks.request(
        lock,
        { ifAvailable: true },
        async (acquiredLock) => acquiredLock !== null && (await run(items)),
      )
      if (isDone) for (const { taskId } of items) finishedTaskIds.add(taskId)
      else retryTimer = setTimeout(retry, retryMs)
    } finally {
      isBusy = false
    }
    if (mustRepeat) await startWork()
  }

  function retry(): void {
    retryTimer = undefined
    startWork().catch((error: unknown) => console.warn(`Background work of a tab failed: ${lock}.`, error))
  }

  return startWork
}

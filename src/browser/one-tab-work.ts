interface OneTabWorkOptions<Item extends { readonly taskId: string }> {
  readonly lock: string
  /** The tasks that may need work at the moment. */
  readonly todo: () => readonly Item[]
  /** False where something is left that has to be tried again. */
  readonly run: (items: readonly Item[]) => Promise<boolean>
  readonly retryMs: number
}

/**
 * Starts work that one tab does for all; tasks of a finished run need no further one, and without other tasks no lock is requested. A call
 * during the work repeats it once; what is left, or another tab is at, is tried again after `retryMs`, and calls until then wait for that.
 */
export function createOneTabWork<Item extends { readonly taskId: string }>(options: OneTabWorkOptions<Item>): () => Promise<void> {
  const { lock, todo, run, retryMs } = options
  const finished = new Set<string>()
  let isBusy = false
  let hasMissed = false
  let again: ReturnType<typeof setTimeout> | undefined

  async function start(): Promise<void> {
    hasMissed = isBusy
    if (isBusy || again !== undefined) return
    const items = todo().filter(({ taskId }) => !finished.has(taskId))
    if (items.length === 0) return
    isBusy = true
    try {
      const isDone = await navigator.locks.request(lock, { ifAvailable: true }, async (held) => held !== null && (await run(items)))
      if (isDone) for (const { taskId } of items) finished.add(taskId)
      else again = setTimeout(retry, retryMs)
    } finally {
      isBusy = false
    }
    if (hasMissed) await start()
  }

  function retry(): void {
    again = undefined
    start().catch((error: unknown) => console.warn(`Work of one tab failed: ${lock}.`, error))
  }

  return start
}

interface OneTabWorkOptions {
  readonly lock: string
  /** False where something is left that has to be tried again. */
  readonly run: () => Promise<boolean>
  readonly retryMs: number
}

/**
 * Starts work that one tab does for all. A call during the work repeats it once; what is left, or another tab is at, is tried again after
 * `retryMs`, and calls until then wait for that.
 */
export function createOneTabWork({ lock, run, retryMs }: OneTabWorkOptions): () => Promise<void> {
  let isBusy = false
  let hasMissed = false
  let again: ReturnType<typeof setTimeout> | undefined

  async function start(): Promise<void> {
    hasMissed = isBusy
    if (isBusy || again !== undefined) return
    isBusy = true
    const isDone = await navigator.locks
      .request(lock, { ifAvailable: true }, async (held) => held !== null && (await run()))
      .finally(() => {
        isBusy = false
      })
    if (!isDone) again = setTimeout(retry, retryMs)
    else if (hasMissed) await start()
  }

  function retry(): void {
    again = undefined
    start().catch((error: unknown) => console.warn(`Work of one tab failed: ${lock}.`, error))
  }

  return start
}

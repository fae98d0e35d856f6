import type { Clock } from '#shared/clock.ts'

const AFTER_BUG_MS = 5000

export interface LoopOptions {
  readonly clock: Clock
  /** One pass. Resolves to the ms until the next one, or null to sleep until a wake. */
  readonly pass: (signal: AbortSignal) => Promise<number | null>
  /** A pass threw, which is a bug. The loop continues after a pause. */
  readonly onBug: (error: unknown) => void
}

export interface Loop {
  /** Runs a pass as soon as possible; during a pass, one more after it. */
  wake(): void
  /** Starts no further pass and resolves when the running one has ended. */
  finish(): Promise<void>
  /** Aborts the running pass and resolves when it has ended. */
  stop(): Promise<void>
}

/** The loop of all workers. Passes never overlap, no wake is lost, and `stop` waits for the running pass. Starts with a pass at once. */
export function startLoop({ clock, pass, onBug }: LoopOptions): Loop {
  const stopped = new AbortController()
  const finished = new AbortController()
  let isWoken = false
  let nap = new AbortController()

  async function rest(ms: number | null): Promise<void> {
    if (isWoken || finished.signal.aborted) return
    nap = new AbortController()
    const { signal } = nap
    if (ms === null) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    else await clock.sleep(ms, signal)
  }

  async function run(): Promise<void> {
    while (!finished.signal.aborted) {
      isWoken = false
      let restMs: number | null = AFTER_BUG_MS
      try {
        restMs = await pass(stopped.signal)
      } catch (error) {
        if (!stopped.signal.aborted) onBug(error)
      }
      await rest(restMs)
    }
  }

  function endAfterPass(): void {
    finished.abort()
    nap.abort()
  }

  const ended = run()
  return {
    wake() {
      isWoken = true
      nap.abort()
    },
    finish() {
      endAfterPass()
      return ended
    },
    stop() {
      endAfterPass()
      stopped.abort()
      return ended
    },
  }
}

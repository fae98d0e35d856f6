import type { Clock } from '#shared/clock.ts'

const QUIET_TURNS = 20
const MOST_TURNS = 20_000

export interface FakeClock extends Clock {
  /** Advances the time. Each sleep ends and each timer runs at its time. */
  advance(ms: number): Promise<void>
  /** Runs all work that waits for no timer. */
  settle(): Promise<void>
  /** Changes the wall clock by this much. The lengths of running sleeps do not change. */
  shift(ms: number): void
}

/** A clock whose time changes only by calls. `isBusy` reports running work that needs turns of the event loop but no time. */
export function createFakeClock(isBusy: () => boolean = () => false, startMs = 1_800_000_000_000): FakeClock {
  let nowMs = startMs
  const sleepers = new Set<{ atMs: number; wake: () => void }>()

  async function settle(): Promise<void> {
    for (let turn = 0, quietTurns = 0; quietTurns < QUIET_TURNS && turn < MOST_TURNS; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      quietTurns = isBusy() ? 0 : quietTurns + 1
    }
  }

  return {
    nowMs: () => nowMs,
    settle,
    shift(ms) {
      nowMs += ms
      for (const sleeper of sleepers) sleeper.atMs += ms
    },
    sleep(ms, signal) {
      return new Promise((resolve) => {
        const sleeper = { atMs: nowMs + ms, wake }
        function wake() {
          sleepers.delete(sleeper)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        if (signal.aborted) {
          resolve()
          return
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', wake)
      })
    },
    setTimer(run, delayMs) {
      const sleeper = {
        atMs: nowMs + delayMs,
        wake() {
          sleepers.delete(sleeper)
          run()
        },
      }
      sleepers.add(sleeper)
      return () => void sleepers.delete(sleeper)
    },
    async advance(ms) {
      const untilMs = nowMs + ms
      await settle()
      for (;;) {
        const nextSleeper = [...sleepers].sort((a, b) => a.atMs - b.atMs)[0]
        if (nextSleeper === undefined || nextSleeper.atMs > untilMs) break
        nowMs = Math.max(nowMs, nextSleeper.atMs)
        nextSleeper.wake()
        await settle()
      }
      nowMs = untilMs
    },
  }
}

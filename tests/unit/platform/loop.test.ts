import { describe, expect, it } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { startLoop } from '#workers/lib/loop.ts'

describe('loop', () => {
  it('runs a pass at once and again after the requested rest', async () => {
    const clock = createFakeClock()
    const startMs = clock.nowMs()
    const passesAtMs: number[] = []
    const loop = startLoop({ clock, onBug: throwError, pass: async () => (passesAtMs.push(clock.nowMs() - startMs), 3000) })
    await clock.advance(9000)
    expect(passesAtMs).toEqual([0, 3000, 6000, 9000])
    await loop.stop()
  })

  it('sleeps until woken when a pass asks for no rest', async () => {
    const clock = createFakeClock()
    let passes = 0
    const loop = startLoop({ clock, onBug: throwError, pass: async () => ((passes += 1), null) })
    await clock.advance(60_000)
    expect(passes).toBe(1)
    loop.wake()
    await clock.settle()
    expect(passes).toBe(2)
    await loop.stop()
  })

  it('never runs two passes at a time and runs one more after a wake during a pass', async () => {
    const clock = createFakeClock()
    let runningPasses = 0
    let mostRunning = 0
    let passes = 0
    const gates: (() => void)[] = []
    const pass = async () => {
      passes += 1
      runningPasses += 1
      mostRunning = Math.max(mostRunning, runningPasses)
      await new Promise<void>((resolve) => gates.push(resolve))
      runningPasses -= 1
      return null
    }
    const loop = startLoop({ clock, onBug: throwError, pass })
    loop.wake()
    loop.wake()
    gates.shift()?.()
    await clock.settle()
    expect([passes, mostRunning]).toEqual([2, 1])
    gates.shift()?.()
    await loop.stop()
  })

  it('continues after a bug and reports it', async () => {
    const clock = createFakeClock()
    const bugs: unknown[] = []
    let passes = 0
    const pass = async () => {
      passes += 1
      if (passes === 1) throw new Error('bug')
      return null
    }
    const loop = startLoop({ clock, onBug: (error) => bugs.push(error), pass })
    await clock.advance(5000)
    expect([passes, bugs.length]).toEqual([2, 1])
    await loop.stop()
  })

  it('aborts the pass in flight when it is stopped and waits for its end', async () => {
    const clock = createFakeClock()
    let hasEnded = false
    const pass = async (signal: AbortSignal) => {
      await clock.sleep(60_000, signal)
      hasEnded = true
      return null
    }
    const loop = startLoop({ clock, onBug: throwError, pass })
    await loop.stop()
    expect(hasEnded).toBe(true)
  })

  it('counts an error of a stopped pass as no bug', async () => {
    const clock = createFakeClock()
    const bugs: unknown[] = []
    const pass = async (signal: AbortSignal) => {
      await clock.sleep(60_000, signal)
      throw new Error('aborted')
    }
    const loop = startLoop({ clock, onBug: (error) => bugs.push(error), pass })
    await loop.stop()
    expect(bugs).toEqual([])
  })

  it('lets the running pass end when it is finished, and starts no other', async () => {
    const clock = createFakeClock()
    let passes = 0
    let hasEnded = false
    const pass = async (signal: AbortSignal) => {
      passes += 1
      await clock.sleep(60_000, signal)
      hasEnded = !signal.aborted
      return 0
    }
    const loop = startLoop({ clock, onBug: throwError, pass })
    loop.wake()
    const finishing = loop.finish().then(() => [passes, hasEnded])
    await clock.advance(120_000)
    expect(await finishing).toEqual([1, true])
  })

  it('ends a rest when it is finished', async () => {
    const clock = createFakeClock()
    const loop = startLoop({ clock, onBug: throwError, pass: async () => null })
    await clock.settle()
    await expect(loop.finish()).resolves.toBeUndefined()
  })
})

function throwError(error: unknown): never {
  throw error
}

import { beforeEach, describe, expect, test } from 'vitest'
import { HOVER_PLAYS_AFTER_MS } from '#shared/domain/gallery-rules.ts'
import { playAlone } from '#src/browser/only-player.ts'
import { createTileMotion } from '#src/gallery/tile-motion.ts'

let timers: { run: () => void; ms: number; isCancelled: boolean }[]
const createMotion = () =>
  createTileMotion({
    playAlone,
    setTimer(run, ms) {
      const timer = { run, ms, isCancelled: false }
      timers.push(timer)
      return () => (timer.isCancelled = true)
    },
  })
const runTimers = () => timers.splice(0).forEach(({ run, isCancelled }) => !isCancelled && run())

describe('tile motion', () => {
  beforeEach(() => {
    timers = []
  })

  test('a tile plays once a pointer has rested on it for 150 ms, and not when it has only passed over', () => {
    const motion = createMotion()
    motion.playAfterDelay('a')
    expect([motion.playingKey(), timers[0]?.ms]).toEqual([null, HOVER_PLAYS_AFTER_MS])
    motion.playAfterDelay('b')
    runTimers()
    expect(motion.playingKey()).toBe('b')
    motion.playAfterDelay('c')
    motion.stop()
    runTimers()
    expect(motion.playingKey()).toBeNull()
  })

  test('within one tile the timer continues', () => {
    const motion = createMotion()
    motion.playAfterDelay('a')
    motion.playAfterDelay('a')
    expect(timers).toHaveLength(1)
  })

  test('one video plays at a time, also beside those of other lists and players', () => {
    const [firstMotion, otherMotion] = [createMotion(), createMotion()]
    firstMotion.play('a')
    firstMotion.play('b')
    expect(firstMotion.playingKey()).toBe('b')
    otherMotion.play('c')
    expect([firstMotion.playingKey(), otherMotion.playingKey()]).toEqual([null, 'c'])
    let isStopped = false
    playAlone(() => (isStopped = true))
    expect(otherMotion.playingKey()).toBeNull()
    firstMotion.play('a')
    expect(isStopped).toBe(true)
  })

  test('nothing plays while playback is blocked, and a playing one stops at once', () => {
    const motion = createMotion()
    motion.play('a')
    motion.playAfterDelay('b')
    motion.allow(false)
    runTimers()
    motion.play('a')
    expect(motion.playingKey()).toBeNull()
    motion.allow(true)
    motion.play('a')
    expect(motion.playingKey()).toBe('a')
  })

  test('listeners get each change and nothing else', () => {
    const motion = createMotion()
    let changes = 0
    const stop = motion.onChange(() => (changes += 1))
    motion.play('a')
    motion.play('a')
    motion.stop()
    motion.stop()
    expect(changes).toBe(2)
    stop()
    motion.play('a')
    expect(changes).toBe(2)
  })
})

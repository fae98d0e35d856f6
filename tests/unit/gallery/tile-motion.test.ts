import { beforeEach, describe, expect, test } from 'vitest'
import { HOVER_PLAYS_AFTER_MS } from '#shared/domain/gallery-rules.ts'
import { playAlone } from '#src/browser/only-player.ts'
import { createTileMotion } from '#src/gallery/tile-motion.ts'

let waits: { run: () => void; ms: number; isOff: boolean }[]
const make = () =>
  createTileMotion({
    playAlone,
    setTimer(run, ms) {
      const wait = { run, ms, isOff: false }
      waits.push(wait)
      return () => (wait.isOff = true)
    },
  })
const pass = () => waits.splice(0).forEach(({ run, isOff }) => !isOff && run())

describe('tile motion', () => {
  beforeEach(() => {
    waits = []
  })

  test('a tile plays once a pointer has rested on it for 150 ms, and not when it has only passed over', () => {
    const motion = make()
    motion.playAfterDelay('a')
    expect([motion.playingKey(), waits[0]?.ms]).toEqual([null, HOVER_PLAYS_AFTER_MS])
    motion.playAfterDelay('b')
    pass()
    expect(motion.playingKey()).toBe('b')
    motion.playAfterDelay('c')
    motion.stop()
    pass()
    expect(motion.playingKey()).toBeNull()
  })

  test('within one tile the timer continues', () => {
    const motion = make()
    motion.playAfterDelay('a')
    motion.playAfterDelay('a')
    expect(waits).toHaveLength(1)
  })

  test('one video plays at a time, also beside those of other lists and players', () => {
    const [one, other] = [make(), make()]
    one.play('a')
    one.play('b')
    expect(one.playingKey()).toBe('b')
    other.play('c')
    expect([one.playingKey(), other.playingKey()]).toEqual([null, 'c'])
    let isStopped = false
    playAlone(() => (isStopped = true))
    expect(other.playingKey()).toBeNull()
    one.play('a')
    expect(isStopped).toBe(true)
  })

  test('nothing plays while playback is blocked, and a playing one stops at once', () => {
    const motion = make()
    motion.play('a')
    motion.playAfterDelay('b')
    motion.allow(false)
    pass()
    motion.play('a')
    expect(motion.playingKey()).toBeNull()
    motion.allow(true)
    motion.play('a')
    expect(motion.playingKey()).toBe('a')
  })

  test('listeners get each change and nothing else', () => {
    const motion = make()
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

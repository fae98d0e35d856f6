import { beforeEach, describe, expect, test } from 'vitest'
import { ONE_TAP_INACTIVITY_MS } from '#shared/domain/google-rules.ts'
import { type OneTapDetector, createOneTapDetector } from '#src/account/google/one-tap.ts'
import { type FakeClock, createFakeClock } from '../platform/fake-clock.ts'

let clock: FakeClock
let detector: OneTapDetector
let calls: string[]

beforeEach(() => {
  clock = createFakeClock()
  calls = []
  detector = createOneTapDetector({ clock, show: () => calls.push('show'), hide: () => calls.push('hide') })
})

const waitUntilShown = () => clock.advance(ONE_TAP_INACTIVITY_MS)
const JUST_BEFORE_SHOWN_MS = ONE_TAP_INACTIVITY_MS - 1

describe('the inactivity', () => {
  test('shows the prompt after 10 s and not before', async () => {
    detector.start()
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    expect([detector.state(), calls]).toEqual(['watching', []])
    await clock.advance(1)
    expect([detector.state(), calls]).toEqual(['visible', ['show']])
  })

  test('restarts with every press', async () => {
    detector.start()
    for (let press = 0; press < 3; press += 1) {
      await clock.advance(JUST_BEFORE_SHOWN_MS)
      detector.noteActivity()
    }
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    expect(calls).toEqual([])
    await clock.advance(1)
    expect(calls).toEqual(['show'])
  })

  test('is not watched before the start', async () => {
    detector.noteActivity()
    detector.noteHidden(true)
    detector.noteHidden(false)
    await waitUntilShown()
    expect([detector.state(), calls]).toEqual(['off', []])
  })

  test('continues when it is started twice', async () => {
    detector.start()
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    detector.start()
    await clock.advance(1)
    expect(calls).toEqual(['show'])
    detector.start()
    await waitUntilShown()
    expect(calls).toEqual(['show'])
  })
})

describe('a hidden tab', () => {
  test('pauses the timer, which continues with the rest', async () => {
    detector.start()
    await clock.advance(6000)
    detector.noteHidden(true)
    expect(detector.state()).toBe('paused')
    await clock.advance(60_000)
    expect(calls).toEqual([])
    detector.noteHidden(false)
    await clock.advance(3999)
    expect([detector.state(), calls]).toEqual(['watching', []])
    await clock.advance(1)
    expect(calls).toEqual(['show'])
  })

  test('is left twice and loses no time twice', async () => {
    detector.start()
    for (let visit = 0; visit < 2; visit += 1) {
      await clock.advance(4000)
      detector.noteHidden(true)
      detector.noteHidden(true)
      await clock.advance(1000)
      detector.noteHidden(false)
      detector.noteHidden(false)
    }
    await clock.advance(1999)
    expect(calls).toEqual([])
    await clock.advance(1)
    expect(calls).toEqual(['show'])
  })

  test('ignores presses and starts paused', async () => {
    detector.noteHidden(true)
    detector.start()
    detector.noteActivity()
    await waitUntilShown()
    expect([detector.state(), calls]).toEqual(['paused', []])
    detector.noteHidden(false)
    await waitUntilShown()
    expect(calls).toEqual(['show'])
  })

  test('survives a changed clock: never longer than 10 s, never negative', async () => {
    detector.start()
    clock.shift(-3_600_000)
    detector.noteHidden(true)
    detector.noteHidden(false)
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    expect(calls).toEqual([])
    clock.shift(3_600_000)
    detector.noteHidden(true)
    detector.noteHidden(false)
    await clock.advance(0)
    expect(calls).toEqual(['show'])
  })

  test('leaves a visible prompt unchanged', async () => {
    detector.start()
    await waitUntilShown()
    detector.noteHidden(true)
    detector.noteHidden(false)
    expect([detector.state(), calls]).toEqual(['visible', ['show']])
  })
})

describe('a prompt', () => {
  test('shows once: dismissed or skipped, it is hidden and does not return by itself', async () => {
    detector.start()
    await waitUntilShown()
    detector.noteGone()
    expect(detector.state()).toBe('spent')
    detector.noteActivity()
    detector.noteHidden(true)
    detector.noteHidden(false)
    detector.start()
    await clock.advance(10 * ONE_TAP_INACTIVITY_MS)
    expect(calls).toEqual(['show'])
  })

  test('stays one while it is visible, for any press', async () => {
    detector.start()
    await waitUntilShown()
    detector.noteActivity()
    await waitUntilShown()
    expect(calls).toEqual(['show'])
  })

  test('that was never shown cannot be removed', () => {
    detector.noteGone()
    expect(detector.state()).toBe('off')
    detector.start()
    detector.noteGone()
    expect(detector.state()).toBe('watching')
  })
})

describe('login, logout and route', () => {
  test('a login stops the watch, and removes a visible prompt once', async () => {
    detector.start()
    detector.stop()
    await waitUntilShown()
    expect([detector.state(), calls]).toEqual(['off', []])
    detector.start()
    await waitUntilShown()
    detector.stop()
    detector.stop()
    expect([detector.state(), calls]).toEqual(['off', ['show', 'hide']])
    detector.noteGone()
    expect(detector.state()).toBe('off')
  })

  test('another route removes a visible prompt and counts its own 10 s', async () => {
    detector.start()
    await waitUntilShown()
    detector.restart()
    expect([detector.state(), calls]).toEqual(['watching', ['show', 'hide']])
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    expect(calls).toEqual(['show', 'hide'])
    await clock.advance(1)
    expect(calls).toEqual(['show', 'hide', 'show'])
  })

  test('another route restarts the 10 s, and allows a used prompt again', async () => {
    detector.start()
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    detector.restart()
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    expect(calls).toEqual([])
    await clock.advance(1)
    detector.noteGone()
    detector.restart()
    await waitUntilShown()
    expect(calls).toEqual(['show', 'show'])
  })

  test('a logout restarts everything, with the whole time even after a pause', async () => {
    detector.start()
    await clock.advance(6000)
    detector.noteHidden(true)
    detector.stop()
    detector.noteHidden(false)
    detector.start()
    await clock.advance(JUST_BEFORE_SHOWN_MS)
    expect(calls).toEqual([])
    await clock.advance(1)
    expect(calls).toEqual(['show'])
  })

  test('another route in a hidden tab waits until the tab is visible', async () => {
    detector.start()
    detector.noteHidden(true)
    detector.restart()
    await waitUntilShown()
    expect([detector.state(), calls]).toEqual(['paused', []])
  })
})

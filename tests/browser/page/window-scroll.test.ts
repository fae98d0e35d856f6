import { afterEach, expect, test, vi } from 'vitest'
import { windowScroll } from '#src/app/window-scroll.ts'

const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

test.each([new WheelEvent('wheel'), new Event('touchmove'), new KeyboardEvent('keydown'), new PointerEvent('pointerdown')])(
  'a user gesture ends the fixed scroll position: $type',
  (event) => {
    const onScrollByUser = vi.fn()
    stops.push(windowScroll('of this test').onScrollByUser(onScrollByUser))
    dispatchEvent(event)
    expect(onScrollByUser).toHaveBeenCalledTimes(1)
  },
)

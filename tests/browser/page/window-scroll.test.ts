import { afterEach, expect, test, vi } from 'vitest'
import { windowScroll } from '#src/app/window-scroll.ts'

const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

test.each([new WheelEvent('wheel'), new Event('touchmove'), new KeyboardEvent('keydown'), new PointerEvent('pointerdown')])(
  'a user gesture ends the fixed scroll position: $type',
  (event) => {
    const heard = vi.fn()
    stops.push(windowScroll('of this test').onHand(heard))
    dispatchEvent(event)
    expect(heard).toHaveBeenCalledTimes(1)
  },
)

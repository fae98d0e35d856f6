import { untilIdle } from './until-idle.ts'

/** How long nobody may have pressed, typed or scrolled before the page counts as left alone, in ms. */
const LEFT_ALONE_MS = 2000
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Waits, from now on whenever it is called, until the page is left alone and has nothing else to do. */
export function watchForQuiet(): () => Promise<void> {
  let usedAtMs = Number.NEGATIVE_INFINITY
  const restMs = () => usedAtMs + LEFT_ALONE_MS - performance.now()
  const note = () => {
    usedAtMs = performance.now()
  }
  for (const name of INPUTS) addEventListener(name, note, { capture: true, passive: true })
  return async () => {
    for (let waitMs = restMs(); waitMs > 0; waitMs = restMs()) await new Promise((resolve) => setTimeout(resolve, waitMs))
    await untilIdle()
  }
}

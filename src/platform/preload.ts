import { can } from '#shared/platform/capabilities.ts'
import { savesData } from './saves-data.ts'

const waiting: (() => Promise<unknown>)[] = []
let untilQuiet: () => Promise<unknown> = untilIdle
let isStarted = false
let isBusy = false

/** Keeps a load for when the page has nothing else to do. What fails then is loaded when it is asked for. */
export function preloadLater(load: () => Promise<unknown>): void {
  waiting.push(load)
  if (isStarted) void warm()
}

/** Begins with the loads that wait, one at a time, each when it is quiet; not where data is to be saved. */
export function startPreloading(quiet: () => Promise<unknown> = untilIdle): void {
  untilQuiet = quiet
  isStarted = !savesData()
  if (isStarted) void warm()
}

async function warm(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    await untilQuiet()
    await load().catch(() => undefined)
  }
  isBusy = false
}

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

/** Ends when the page has nothing else to do; where a browser can't tell, when what runs now is done. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (can('idleCallback')) requestIdleCallback(resolve)
    else setTimeout(resolve)
  })
}

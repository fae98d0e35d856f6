import { can } from '#shared/browser/capabilities.ts'
import { savesData } from '../browser/saves-data.ts'

const waiting: (() => Promise<unknown>)[] = []
let untilQuiet: () => Promise<unknown> = untilIdle
let isStarted = false
let isBusy = false

/** Queues code to load when the page is idle. If that fails, the code is loaded when it is needed. */
export function preloadLater(load: () => Promise<unknown>): void {
  waiting.push(load)
  if (isStarted) void warm()
}

/** Loads the queued code, one piece at a time, whenever the page is idle. With data saving, nothing is loaded. */
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

/** The page is inactive this long after the last press, key or scroll, in ms. */
const LEFT_ALONE_MS = 2000
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Returns a function that waits until the page is inactive and the browser is idle. */
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

/** Resolves when the browser is idle. Each caller continues in its own task, so that several callers do not form one long task. */
export function untilIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (can('idleCallback')) requestIdleCallback(() => setTimeout(resolve))
    else setTimeout(resolve)
  })
}

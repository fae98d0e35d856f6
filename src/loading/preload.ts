import { can } from '#shared/browser/capabilities.ts'
import { savesData } from '../browser/saves-data.ts'

const queuedLoads: (() => Promise<unknown>)[] = []
let untilQuiet: () => Promise<unknown> = untilIdle
let isStarted = false
let isBusy = false

/** Queues code to load when the page is idle. If that fails, the code is loaded when it is needed. */
export function preloadLater(load: () => Promise<unknown>): void {
  queuedLoads.push(load)
  if (isStarted) void loadQueued()
}

/** Loads the queued code, one piece at a time, whenever the page is idle. With data saving, nothing is loaded. */
export function startPreloading(waitUntilQuiet: () => Promise<unknown> = untilIdle): void {
  untilQuiet = waitUntilQuiet
  isStarted = !savesData()
  if (isStarted) void loadQueued()
}

async function loadQueued(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let load = queuedLoads.shift(); load !== undefined; load = queuedLoads.shift()) {
    await untilQuiet()
    await load().catch(() => undefined)
  }
  isBusy = false
}

/** The page is inactive this long after the last press, key or scroll, in ms. */
const INACTIVE_AFTER_MS = 2000
const INPUT_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Returns a function that waits until the page is inactive and the browser is idle. */
export function watchForQuiet(): () => Promise<void> {
  let lastInputAtMs = Number.NEGATIVE_INFINITY
  const remainingMs = () => lastInputAtMs + INACTIVE_AFTER_MS - performance.now()
  const storeInputTime = () => {
    lastInputAtMs = performance.now()
  }
  for (const name of INPUT_EVENTS) addEventListener(name, storeInputTime, { capture: true, passive: true })
  return async () => {
    for (let waitMs = remainingMs(); waitMs > 0; waitMs = remainingMs()) await new Promise((resolve) => setTimeout(resolve, waitMs))
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

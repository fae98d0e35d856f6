// These functions run in the page; each must be self-contained.

/** Runs before all other scripts and collects the time of each interaction from press to paint, in ms. */
export function watchInteractions() {
  const SHORTEST_MS = 16
  globalThis.interactions = new Map()
  const storeEntries = (entries) => {
    for (const { interactionId, duration, name, target } of entries) {
      if (interactionId === 0 || interactionId === undefined) continue
      const earlierEntry = globalThis.interactions.get(interactionId)
      if (earlierEntry !== undefined && earlierEntry.durationMs >= duration) continue
      const control = target?.closest?.('[aria-label], a, button, label') ?? target
      const label = control?.getAttribute?.('aria-label') ?? control?.textContent?.trim().slice(0, 40) ?? ''
      globalThis.interactions.set(interactionId, { durationMs: duration, what: `${name} on ${label}` })
    }
  }
  const observer = new PerformanceObserver((list) => storeEntries(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: SHORTEST_MS, buffered: true })
  globalThis.noteInteractions = () => storeEntries(observer.takeRecords())
}

/** Resolves when the last input is painted and the page is idle. */
export async function untilQuiet() {
  const LONGEST_MS = 3000
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: LONGEST_MS }))
}

/** Returns the interactions since the last call. The browser does not report very short ones. */
export async function drainInteractions() {
  const REPORTED_AFTER_MS = 300
  await new Promise((resolve) => setTimeout(resolve, REPORTED_AFTER_MS))
  globalThis.noteInteractions()
  const interactions = [...globalThis.interactions.values()]
  globalThis.interactions.clear()
  return interactions
}

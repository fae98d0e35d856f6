const TICK_MS = 4
const LONG_TASK_DELIVERY_MS = 50

interface MainThread {
  /** The longest task above 50 ms; 0 if there was none, null if the browser does not report it. */
  readonly longTaskMs: number | null
  /** The longest delay of a timer's callback. It includes time that other processes used. */
  readonly stallMs: number
}

/** Measures how long the page's main thread is blocked. The returned function ends the measurement. */
export function meterMainThread(): () => Promise<MainThread> {
  let lastMs = performance.now()
  let stallMs = 0
  let longTaskMs = 0
  const tick = () => {
    const nowMs = performance.now()
    stallMs = Math.max(stallMs, nowMs - lastMs - TICK_MS)
    lastMs = nowMs
  }
  const timer = setInterval(tick, TICK_MS)
  const hasLongTasks = PerformanceObserver.supportedEntryTypes.includes('longtask')
  const observer = new PerformanceObserver((list) => {
    longTaskMs = Math.max(longTaskMs, ...list.getEntries().map(({ duration }) => duration))
  })
  if (hasLongTasks) observer.observe({ type: 'longtask' })
  return async () => {
    tick()
    clearInterval(timer)
    await new Promise((resolve) => setTimeout(resolve, LONG_TASK_DELIVERY_MS))
    observer.disconnect()
    return { longTaskMs: hasLongTasks ? longTaskMs : null, stallMs }
  }
}

/** Lets at most `max` pieces of work run at once; the others wait in order, and give up when their signal aborts. */
export function createLimiter(max: number): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < max) {
      running++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal.reason)
      }
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.push(start)
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return async (signal, work) => {
    await enter(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

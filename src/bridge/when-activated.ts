/** What this needs of a service worker. */
type StartingWorker = Pick<ServiceWorker, 'state' | 'addEventListener' | 'removeEventListener'>

/** Resolves when a service worker that takes over has done so, or has ended, after `limitMs` at the latest. */
export function whenActivated(worker: StartingWorker | null, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (worker === null) return resolve()
    const limit = setTimeout(settle, limitMs)
    const look = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') settle()
    }
    function settle(): void {
      clearTimeout(limit)
      worker?.removeEventListener('statechange', look)
      resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

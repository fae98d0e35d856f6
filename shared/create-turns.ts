/**
 * Returns a function that runs one task at a time, in the order of its calls; a failure does not stop the tasks behind it. Within one page,
 * worker or process: across tabs, use `withLock` of shared/browser/locks.ts.
 */
export function createTurns(): <T>(task: () => Promise<T>) => Promise<T> {
  let lastTask: Promise<unknown> = Promise.resolve()
  return function inTurn(task) {
    const taskResult = lastTask.then(task, task)
    lastTask = taskResult
    return taskResult
  }
}

import type { Result } from '#shared/result.ts'
import { SLOW_STORAGE_RETRY_MS } from './record-store.ts'

interface RetryOptions {
  readonly signal?: AbortSignal
  readonly maxTries?: number
}

/** Repeats the work while the storage is too slow. Returns the last answer after `maxTries`, or once `signal` aborts. */
export async function retryWhileSlow<T>(
  work: () => Promise<Result<T>>,
  { signal, maxTries = Infinity }: RetryOptions = {},
): Promise<Result<T>> {
  const canRetry = (answer: Result<T>) => !answer.ok && answer.error.code === 'storage_slow' && signal?.aborted !== true
  let answer = await work()
  for (let tries = 1; tries < maxTries && canRetry(answer); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, SLOW_STORAGE_RETRY_MS))
    if (canRetry(answer)) answer = await work()
  }
  return answer
}

import type { ActionDeps } from './action-deps.ts'

/** What takes longer than this is said to be under way, in ms. */
const SLOW_AFTER_MS = 700

/** Says that something is under way when it is not done at once. */
export async function tellWhenSlow<T>(work: Promise<T>, title: string, { tell, clock }: Pick<ActionDeps, 'tell' | 'clock'>): Promise<T> {
  const done = new AbortController()
  void clock.sleep(SLOW_AFTER_MS, done.signal).then(() => (done.signal.aborted ? undefined : tell({ kind: 'info', title })))
  try {
    return await work
  } finally {
    done.abort()
  }
}

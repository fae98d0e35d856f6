import type { ActionDeps } from './action-deps.ts'

/** What takes longer than this is said to be under way, in ms. */
const SLOW_AFTER_MS = 700
const TOAST_ID = 'under-way'

/** Says that something is under way when it is not done at once, and no longer than it is. */
export async function tellWhenSlow<T>(work: Promise<T>, title: string, { tell, clock }: Pick<ActionDeps, 'tell' | 'clock'>): Promise<T> {
  const done = new AbortController()
  let isTold = false
  void clock.sleep(SLOW_AFTER_MS, done.signal).then(() => {
    if (done.signal.aborted) return undefined
    isTold = true
    return tell({ id: TOAST_ID, color: 'info', title })
  })
  try {
    return await work
  } finally {
    done.abort()
    if (isTold) void tell({ id: TOAST_ID, open: false })
  }
}

import type { ActionDeps } from './action-deps.ts'

/** Work that runs longer than this shows a toast, in ms. */
const SLOW_AFTER_MS = 700
const TOAST_ID = 'under-way'

/** Shows a toast while `work` is pending, but only if it runs longer than SLOW_AFTER_MS. */
export async function showToastWhenSlow<T>(
  work: Promise<T>,
  title: string,
  { notify, clock }: Pick<ActionDeps, 'notify' | 'clock'>,
): Promise<T> {
  const ended = new AbortController()
  let isShown = false
  void clock.sleep(SLOW_AFTER_MS, ended.signal).then(() => {
    if (ended.signal.aborted) return undefined
    isShown = true
    return notify({ id: TOAST_ID, color: 'info', title })
  })
  try {
    return await work
  } finally {
    ended.abort()
    if (isShown) void notify({ id: TOAST_ID, open: false })
  }
}

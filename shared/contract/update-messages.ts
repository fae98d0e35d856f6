/** Work that a reload would interrupt. */
export type HoldReason = 'sending' | 'paying' | 'cropping' | 'editing' | 'preparing' | 'writing'

/** Messages between tabs before a newer build loads. A tab that answered with a reason sends `free` when the reason ends. */
export type UpdateMessage =
  | { readonly kind: 'ask'; readonly round: string; readonly from: string }
  | { readonly kind: 'answer'; readonly round: string; readonly from: string; readonly reason: HoldReason | null }
  | { readonly kind: 'free'; readonly from: string }

/** The channel of update messages. Its name never changes, so that all builds share it. */
export const UPDATE_CHANNEL = 'kinora-update'

const PAGE_LOCK = /^page:(\d+):/

/** The name of the lock that a page holds as long as it lives. */
export function pageLock(builtAtMs: number, id: string): string {
  return `page:${builtAtMs}:${id}`
}

export function isPageLock(name: string): boolean {
  return PAGE_LOCK.test(name)
}

/** Whether the lock of this name belongs to a page of the build from `builtAtMs`. */
export function isPageOf(builtAtMs: number, name: string): boolean {
  return PAGE_LOCK.exec(name)?.[1] === String(builtAtMs)
}

/** What a reload would break off. */
export type HoldReason = 'sending' | 'paying' | 'cropping' | 'preparing' | 'writing'

/** What tabs say to each other before a newer build is loaded. A tab that has answered with a reason tells when it is free. */
export type UpdateMessage =
  | { readonly kind: 'ask'; readonly round: string; readonly from: string }
  | { readonly kind: 'answer'; readonly round: string; readonly from: string; readonly reason: HoldReason | null }
  | { readonly kind: 'free'; readonly from: string }

/** The channel on which they say it. Its name never changes, so that builds of all versions meet. */
export const UPDATE_CHANNEL = 'kinora-update'

/** Tells the service worker that a page of its build is there, so that files of others may be out of use. */
export const DROP_OUTDATED_MESSAGE = 'TIDY'

const PAGE_LOCK = /^page:(\d+):/

/** The lock that a page holds as long as it lives. */
export function pageLock(builtAtMs: number, id: string): string {
  return `page:${builtAtMs}:${id}`
}

export function isPageLock(name: string): boolean {
  return PAGE_LOCK.test(name)
}

/** Whether a lock is held by a page of this build. */
export function isPageOf(builtAtMs: number, name: string): boolean {
  return PAGE_LOCK.exec(name)?.[1] === String(builtAtMs)
}

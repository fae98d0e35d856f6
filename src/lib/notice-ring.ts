import type { ToastContent } from '#shared/domain/toast-rules.ts'
import { NOTICES_KEPT } from '#shared/domain/toast-rules.ts'

/** A toast as it is remembered: its words and when it was shown, without what a press on it did. */
export interface Notice extends Pick<ToastContent, 'id' | 'title' | 'description' | 'color'> {
  readonly atMs: number
}

/** Newest first and only so many; one that was shown in the place of another takes its place here too. */
export function withNotice(ring: readonly Notice[], notice: Notice, isInPlace: boolean): readonly Notice[] {
  const replaced = isInPlace ? ring.findIndex(({ id }) => id === notice.id) : -1
  return [notice, ...ring.filter((_, index) => index !== replaced)].slice(0, NOTICES_KEPT)
}

/** Shown since the history was opened last. */
export function isUnread({ atMs }: Pick<Notice, 'atMs'>, seenAtMs: number): boolean {
  return atMs > seenAtMs
}

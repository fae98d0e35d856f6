import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { proxy } from '#src/store/state.ts'
import { type ToastContent, MAX_STORED_NOTICES } from '#shared/domain/toast-rules.ts'

const noticesSchema = z.object({
  /** The account that saw the notices; '' for a visitor. No other account sees them. */
  owner: z.string(),
  seenAtMs: numbers.time(),
  notices: z.array(
    z.object({
      id: z.optional(z.string()),
      title: z.string(),
      description: z.optional(z.string()),
      color: z.enum(['success', 'error', 'info']),
      atMs: numbers.time(),
    }),
  ),
})

export interface NoticeState {
  readonly seenAtMs: number
  readonly notices: readonly Notice[]
}

interface NoticesDeps {
  /** The stored text, shared by all tabs. `read` returns null if storage is blocked. */
  readonly stored: {
    readonly read: () => string | null
    readonly write: (value: string) => void
    readonly remove: () => void
    readonly onChangeElsewhere: (onChange: () => void) => void
  }
  /** The id of the current account; '' for a visitor. */
  readonly owner: () => string
}

/** The history of the toasts in this browser. It belongs to one account or to the visitor. */
export function createNotices({ stored, owner }: NoticesDeps) {
  /** The notices of the current account, newest first. */
  const noticeHistory = proxy<NoticeState>(readNotices() ?? noNotices())
  stored.onChangeElsewhere(() => Object.assign(noticeHistory, readNotices() ?? noNotices()))

  /**
   * The stored notices, because another tab may have changed them since this tab read them. If nothing is stored, the notices of this
   * tab.
   */
  function latestNotices(): NoticeState {
    return stored.read() === null ? noticeHistory : (readNotices() ?? noNotices())
  }

  /** Reads the stored notices; null without any, or if another account owns them. A visitor's notices pass to the account that logs in. */
  function readNotices(): NoticeState | null {
    const storedNotices = parseNotices(stored.read())
    if (storedNotices === null || (storedNotices.owner !== '' && storedNotices.owner !== owner())) return null
    const { owner: _owner, ...state } = storedNotices
    return state as NoticeState
  }

  function writeNotices(state: NoticeState): void {
    Object.assign(noticeHistory, state)
    stored.write(JSON.stringify({ owner: owner(), ...state }))
  }

  function storeNotice(notice: Omit<Notice, 'atMs'>, isReplacement: boolean, atMs: number = Date.now()): void {
    const { seenAtMs, notices } = latestNotices()
    writeNotices({ seenAtMs, notices: withNotice(notices, { ...notice, atMs }, isReplacement) })
  }

  /** Marks all notices up to `atMs` as seen. */
  function markNoticesSeen(atMs: number = Date.now()): void {
    const { notices } = latestNotices()
    if (notices.length > 0) writeNotices({ notices, seenAtMs: atMs })
  }

  /**
   * Deletes the notices in all tabs. With `accountId`, only if they belong to that account, because another account may have logged
   * in since.
   */
  function forgetNotices(accountId?: string): void {
    if (accountId === undefined || parseNotices(stored.read())?.owner === accountId) stored.remove()
    Object.assign(noticeHistory, readNotices() ?? noNotices())
  }

  return { noticeHistory, storeNotice, markNoticesSeen, forgetNotices }
}

function noNotices(): NoticeState {
  return { seenAtMs: 0, notices: [] }
}

function parseNotices(value: string | null): z.infer<typeof noticesSchema> | null {
  try {
    return noticesSchema.parse(JSON.parse(value ?? 'null'))
  } catch {
    return null
  }
}

/** A toast in the history: its text and time, without its action. */
export interface Notice extends Pick<ToastContent, 'id' | 'title' | 'description' | 'color'> {
  readonly atMs: number
}

/**
 * Adds a notice in front and drops the oldest above the limit. If the toast replaced another toast, the notice replaces that toast's
 * notice.
 */
export function withNotice(notices: readonly Notice[], notice: Notice, isReplacement: boolean): readonly Notice[] {
  const replacedIndex = isReplacement ? notices.findIndex(({ id }) => id === notice.id) : -1
  return [notice, ...notices.filter((_, index) => index !== replacedIndex)].slice(0, MAX_STORED_NOTICES)
}

/** Whether the notice was shown after the user last opened the history. */
export function isUnread({ atMs }: Pick<Notice, 'atMs'>, seenAtMs: number): boolean {
  return atMs > seenAtMs
}

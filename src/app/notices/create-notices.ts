import { z } from 'zod/mini'
import * as numbers from '#shared/numbers.ts'
import { proxy } from '#src/store/state.ts'
import { type ToastContent, MAX_STORED_NOTICES } from '#shared/domain/toast-rules.ts'

const noticesSchema = z.object({
  /** The account that saw them, '' for a visitor. No other account sees them. */
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
  /** One value shared by all tabs. Reads return nothing if storage is blocked. */
  readonly stored: {
    readonly read: () => string | null
    readonly write: (value: string) => void
    readonly remove: () => void
    readonly onChangeElsewhere: (onChange: () => void) => void
  }
  /** The current account, '' for a visitor. */
  readonly owner: () => string
}

/** The history of toasts in this browser, stored per account. */
export function createNotices({ stored, owner }: NoticesDeps) {
  /** Newest first. */
  const noticeHistory = proxy<NoticeState>(read() ?? empty())
  stored.onChangeElsewhere(() => Object.assign(noticeHistory, read() ?? empty()))

  /** Another tab may have written since, so each change starts from the stored value, if there is one. */
  function latest(): NoticeState {
    return stored.read() === null ? noticeHistory : (read() ?? empty())
  }

  /** A visitor's notices move to the account that logs in. An account's notices are never shown to another account. */
  function read(): NoticeState | null {
    const known = parse(stored.read())
    if (known === null || (known.owner !== '' && known.owner !== owner())) return null
    const { owner: _owner, ...state } = known
    return state as NoticeState
  }

  function write(state: NoticeState): void {
    Object.assign(noticeHistory, state)
    stored.write(JSON.stringify({ owner: owner(), ...state }))
  }

  function storeNotice(notice: Omit<Notice, 'atMs'>, isReplacement: boolean, atMs: number = Date.now()): void {
    const { seenAtMs, notices } = latest()
    write({ seenAtMs, notices: withNotice(notices, { ...notice, atMs }, isReplacement) })
  }

  /** Marks everything up to `atMs` as seen. */
  function markNoticesSeen(atMs: number = Date.now()): void {
    const { notices } = latest()
    if (notices.length > 0) write({ notices, seenAtMs: atMs })
  }

  /** Deletes notices here and in other tabs. With `left`, only those of that account, because another one may have logged in since. */
  function forgetNotices(left?: string): void {
    if (left === undefined || parse(stored.read())?.owner === left) stored.remove()
    Object.assign(noticeHistory, read() ?? empty())
  }

  return { noticeHistory, storeNotice, markNoticesSeen, forgetNotices }
}

function empty(): NoticeState {
  return { seenAtMs: 0, notices: [] }
}

function parse(value: string | null): z.infer<typeof noticesSchema> | null {
  try {
    return noticesSchema.parse(JSON.parse(value ?? 'null'))
  } catch {
    return null
  }
}

/** A toast as it is stored: its text and time, without its action. */
export interface Notice extends Pick<ToastContent, 'id' | 'title' | 'description' | 'color'> {
  readonly atMs: number
}

/** Newest first, up to a limit. A notice that replaces another toast replaces it here, too. */
export function withNotice(ring: readonly Notice[], notice: Notice, isReplacement: boolean): readonly Notice[] {
  const replaced = isReplacement ? ring.findIndex(({ id }) => id === notice.id) : -1
  return [notice, ...ring.filter((_, index) => index !== replaced)].slice(0, MAX_STORED_NOTICES)
}

/** Whether it was shown after the history was last opened. */
export function isUnread({ atMs }: Pick<Notice, 'atMs'>, seenAtMs: number): boolean {
  return atMs > seenAtMs
}

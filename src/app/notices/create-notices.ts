import { z } from 'zod/mini'
import { proxy } from '#src/platform/state.ts'
import { type ToastContent, NOTICES_KEPT } from '#shared/domain/toast-rules.ts'

const shelfSchema = z.object({
  /** The account they were shown to, '' for a visitor: they are for nobody else. */
  owner: z.string(),
  seenAtMs: z.number(),
  notices: z.array(
    z.object({
      id: z.optional(z.string()),
      title: z.string(),
      description: z.optional(z.string()),
      color: z.enum(['success', 'error', 'info']),
      atMs: z.number(),
    }),
  ),
})

export interface Shelf {
  readonly seenAtMs: number
  readonly notices: readonly Notice[]
}

interface NoticesDeps {
  /** One value that all tabs share; where nothing may be stored, nothing is found. */
  readonly stored: {
    readonly read: () => string | null
    readonly write: (value: string) => void
    readonly remove: () => void
    readonly onChangeElsewhere: (hear: () => void) => void
  }
  /** The account that is here, '' for a visitor. */
  readonly owner: () => string
}

/** The toasts that were shown in this browser, kept for whom they were shown to. */
export function createNotices({ stored, owner }: NoticesDeps) {
  /** Newest first. */
  const noticeShelf = proxy<Shelf>(read() ?? empty())
  stored.onChangeElsewhere(() => Object.assign(noticeShelf, read() ?? empty()))

  /** Another tab may have written since: each change begins with what is stored, where anything may be stored. */
  function latest(): Shelf {
    return stored.read() === null ? noticeShelf : (read() ?? empty())
  }

  /** A visitor's are handed to the account of their login; an account's are shown to nobody else. */
  function read(): Shelf | null {
    const known = parse(stored.read())
    if (known === null || (known.owner !== '' && known.owner !== owner())) return null
    const { owner: _owner, ...shelf } = known
    return shelf as Shelf
  }

  function write(shelf: Shelf): void {
    Object.assign(noticeShelf, shelf)
    stored.write(JSON.stringify({ owner: owner(), ...shelf }))
  }

  function keepNotice(notice: Omit<Notice, 'atMs'>, isInPlace: boolean, atMs: number = Date.now()): void {
    const { seenAtMs, notices } = latest()
    write({ seenAtMs, notices: withNotice(notices, { ...notice, atMs }, isInPlace) })
  }

  /** Everything so far has been looked at. */
  function markNoticesSeen(atMs: number = Date.now()): void {
    const { notices } = latest()
    if (notices.length > 0) write({ notices, seenAtMs: atMs })
  }

  /** They are gone, here and in other tabs. Of somebody who has left only their own: others may be of who has come since. */
  function forgetNotices(left?: string): void {
    if (left === undefined || parse(stored.read())?.owner === left) stored.remove()
    Object.assign(noticeShelf, read() ?? empty())
  }

  return { noticeShelf, keepNotice, markNoticesSeen, forgetNotices }
}

function empty(): Shelf {
  return { seenAtMs: 0, notices: [] }
}

function parse(value: string | null): z.infer<typeof shelfSchema> | null {
  try {
    return shelfSchema.parse(JSON.parse(value ?? 'null'))
  } catch {
    return null
  }
}

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

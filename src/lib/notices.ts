import { z } from 'zod/mini'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import type { Notice } from './notice-ring.ts'
import { readLocal, removeLocal, writeLocal } from './local-values.ts'
import { withNotice } from './notice-ring.ts'
import { proxy } from './state.ts'
import { storedBusinessUserId } from './stored-business-user-id.ts'

const KEY = LOCAL_KEYS.noticeHistory

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

interface Shelf {
  readonly seenAtMs: number
  readonly notices: readonly Notice[]
}

/** The toasts that were shown in this browser to who is here, newest first. */
export const noticeShelf = proxy<Shelf>(read() ?? empty())

addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) Object.assign(noticeShelf, read() ?? empty())
})

export function keepNotice(notice: Omit<Notice, 'atMs'>, isInPlace: boolean, atMs: number = Date.now()): void {
  const { seenAtMs, notices } = latest()
  write({ seenAtMs, notices: withNotice(notices, { ...notice, atMs }, isInPlace) })
}

/** Everything so far has been looked at. */
export function markNoticesSeen(atMs: number = Date.now()): void {
  const { notices } = latest()
  if (notices.length > 0) write({ notices, seenAtMs: atMs })
}

/** They are gone, here and in other tabs. Of somebody who has left only their own: others may be of who has come since. */
export function forgetNotices(left?: string): void {
  if (left === undefined || ownerOf(readLocal(KEY)) === left) removeLocal(KEY)
  Object.assign(noticeShelf, read() ?? empty())
}

function ownerOf(stored: string | null): string | null {
  try {
    return shelfSchema.parse(JSON.parse(stored ?? 'null')).owner
  } catch {
    return null
  }
}

function empty(): Shelf {
  return { seenAtMs: 0, notices: [] }
}

/** Another tab may have written since: each change begins with what is stored, where anything may be stored. */
function latest(): Shelf {
  return readLocal(KEY) === null ? noticeShelf : (read() ?? empty())
}

/** A visitor's are handed to the account of their login; an account's are shown to nobody else. */
function read(): Shelf | null {
  try {
    const { owner, ...shelf } = shelfSchema.parse(JSON.parse(readLocal(KEY) ?? 'null'))
    return owner === '' || owner === storedBusinessUserId() ? (shelf as Shelf) : null
  } catch {
    return null
  }
}

function write(shelf: Shelf): void {
  Object.assign(noticeShelf, shelf)
  writeLocal(KEY, JSON.stringify({ owner: storedBusinessUserId(), ...shelf }))
}

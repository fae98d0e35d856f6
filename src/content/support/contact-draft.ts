import { z } from 'zod/mini'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from '#src/platform/local-values.ts'

const KEY = LOCAL_KEYS.contactDraft

const draftSchema = z.object({ email: z.string(), subject: z.string(), message: z.string() })

/** A message to us as it is being written. */
export type ContactDraft = Readonly<z.infer<typeof draftSchema>>

export const EMPTY_DRAFT: ContactDraft = { email: '', subject: '', message: '' }

type Drafts = Readonly<Record<string, ContactDraft>>

/** What was written here last by a visitor, who comes along into an account, or else by this account. With '' a visitor's. */
export function readContactDraft(owner: string): ContactDraft {
  const drafts = readDrafts()
  return drafts[''] ?? drafts[owner] ?? EMPTY_DRAFT
}

/** Keeps these fields for this account or, with '', for a visitor; the others stay as any tab wrote them, and what other accounts have begun here waits for them. */
export function saveContactDraft(owner: string, fields: Partial<ContactDraft>): void {
  const draft = { ...readContactDraft(owner), ...fields }
  const { '': _visitors, [owner]: _before, ...others } = readDrafts()
  const isEmpty = draft.subject === '' && draft.message === ''
  writeDrafts(isEmpty ? others : { ...others, [owner]: draft })
}

/** Of somebody who has left only their own. */
export function forgetContactDraft(left: string): void {
  const { [left]: _theirs, ...others } = readDrafts()
  writeDrafts(others)
}

function writeDrafts(drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) removeLocal(KEY)
  else writeLocal(KEY, JSON.stringify(drafts))
}

function readDrafts(): Drafts {
  try {
    const stored: unknown = JSON.parse(readLocal(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([owner, written]) => {
        const draft = draftSchema.safeParse(written)
        return draft.success ? [[owner, draft.data]] : []
      }),
    )
  } catch {
    return {}
  }
}

import { z } from 'zod/mini'
import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from '#src/store/local-values.ts'

const DRAFTS_KEY = LOCAL_KEYS.contactDraft

const draftSchema = z.object({ email: z.string(), subject: z.string(), message: z.string() })

export type ContactDraft = Readonly<z.infer<typeof draftSchema>>

export const EMPTY_DRAFT: ContactDraft = { email: '', subject: '', message: '' }

type Drafts = Readonly<Record<string, ContactDraft>>

/** The stored draft of an account ('' for a visitor). An account gets a visitor's draft, if there is one. */
export function readContactDraft(owner: string): ContactDraft {
  const drafts = readDrafts()
  return drafts[''] ?? drafts[owner] ?? EMPTY_DRAFT
}

/**
 * Stores fields of an account's draft ('' for a visitor). Its other fields and the drafts of other accounts stay. A visitor's draft
 * becomes the account's.
 */
export function saveContactDraft(owner: string, fields: Partial<ContactDraft>): void {
  const draft = { ...readContactDraft(owner), ...fields }
  const { '': _visitors, [owner]: _before, ...otherDrafts } = readDrafts()
  const isEmpty = draft.subject === '' && draft.message === ''
  writeDrafts(isEmpty ? otherDrafts : { ...otherDrafts, [owner]: draft })
}

/** Deletes an account's draft, after its logout. */
export function forgetContactDraft(owner: string): void {
  const { [owner]: _theirs, ...otherDrafts } = readDrafts()
  writeDrafts(otherDrafts)
}

function writeDrafts(drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) removeLocal(DRAFTS_KEY)
  else writeLocal(DRAFTS_KEY, JSON.stringify(drafts))
}

function readDrafts(): Drafts {
  try {
    const storedValue: unknown = JSON.parse(readLocal(DRAFTS_KEY) ?? 'null')
    if (typeof storedValue !== 'object' || storedValue === null) return {}
    return Object.fromEntries(
      Object.entries(storedValue).flatMap(([owner, storedDraft]) => {
        const draft = draftSchema.safeParse(storedDraft)
        return draft.success ? [[owner, draft.data]] : []
      }),
    )
  } catch {
    return {}
  }
}

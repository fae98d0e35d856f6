import { LOCAL_KEYS } from '#shared/storage/local-keys.ts'
import { readLocal, removeLocal, writeLocal } from './local-values.ts'

const KEY = LOCAL_KEYS.contactDraft

/** A message to us as it is being written. */
export interface ContactDraft {
  readonly email: string
  readonly subject: string
  readonly message: string
}

export const EMPTY_DRAFT: ContactDraft = { email: '', subject: '', message: '' }

/** What was written here last by this account, or, with '', by a visitor: theirs comes along into an account. */
export function readContactDraft(owner: string): ContactDraft {
  const stored = parse(readLocal(KEY))
  return stored !== null && (stored.owner === owner || stored.owner === '') ? stored.draft : EMPTY_DRAFT
}

export function keepContactDraft(owner: string, draft: ContactDraft): void {
  if (draft.subject === '' && draft.message === '') removeLocal(KEY)
  else writeLocal(KEY, JSON.stringify({ ...draft, owner }))
}

/** Of somebody who has left only their own. */
export function forgetContactDraft(left: string): void {
  if (parse(readLocal(KEY))?.owner === left) removeLocal(KEY)
}

function parse(text: string | null): { readonly owner: string; readonly draft: ContactDraft } | null {
  try {
    const { owner, email, subject, message } = JSON.parse(text ?? 'null') as Record<string, unknown>
    const texts = [owner, email, subject, message].filter((value) => typeof value === 'string')
    if (texts.length < 4) return null
    return { owner: texts[0] ?? '', draft: { email: texts[1] ?? '', subject: texts[2] ?? '', message: texts[3] ?? '' } }
  } catch {
    return null
  }
}

import { errorText } from '#src/lib/error-text.ts'
import type { Text } from '#src/lib/i18n.ts'
import type { SuggestionNote } from './create-suggestion.ts'

const MINUTE_MS = 60_000

const TEXTS = {
  no_picture: 'compose.suggest.noPicture',
  no_first: 'compose.suggest.noFirst',
  no_last: 'compose.suggest.noLast',
  preparing: 'compose.suggest.preparing',
  offline: 'compose.suggest.offline',
  same: 'compose.suggest.same',
} as const

/** Why a press brought no other words, as a sentence. */
export function suggestionText(text: Text, note: SuggestionNote): string {
  if (note.kind === 'failed') return errorText(note.code)
  if (note.kind === 'too_many') return text('compose.suggest.tooMany', { count: Math.max(1, Math.ceil(note.waitMs / MINUTE_MS)) })
  return text(TEXTS[note.kind])
}

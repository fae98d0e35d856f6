import { useEffect, useMemo, useState } from 'react'
import { trackMode } from '#shared/domain/track-mode.ts'
import { missingPicture } from '#src/features/create/commit-readiness.ts'
import type { Composer } from '#src/features/create/composer.ts'
import { deskStatus } from '#src/features/create/desk-state.ts'
import { preparedPictures } from '#src/features/create/prepared-pictures.ts'
import { useComposer } from '#src/features/create/use-composer.ts'
import { useShownPictures } from '#src/features/create/use-shown-pictures.ts'
import { api } from '#src/lib/api.ts'
import { hubState } from '#src/lib/hub-mirror.ts'
import { proxy, useSnapshot } from '#src/lib/state.ts'
import { track } from '#src/lib/track.ts'
import type { SuggestionPictures, SuggestionState } from './create-suggestion.ts'
import { createSuggestion } from './create-suggestion.ts'
import { replacePrompt } from './write-prompt.ts'

/** A prompt that the server suggests for the form's pictures; another picture, or leaving the form, stops what was asked for. */
export function useSuggestion() {
  const composer = useComposer()
  const [state] = useState(() => proxy<SuggestionState>({ isBusy: false, note: null }))
  const suggestion = useMemo(() => forForm(composer, state), [composer, state])
  const pictures = useShownPictures().join(' ')
  // oxlint-disable-next-line react/exhaustive-deps -- other pictures are what stops it
  useEffect(() => () => suggestion.stop(), [suggestion, pictures])
  return { ...useSnapshot(state), press: () => void suggestion.press() }
}

function forForm(composer: Composer, state: SuggestionState) {
  return createSuggestion(state, {
    api,
    pictures: () => readyPictures(composer),
    isOnline: () => hubState.connection.isOnline,
    insert: (prompt) => replacePrompt(composer, prompt),
    told(failReason) {
      const name = trackMode(composer.bizType)
      track('prompt_suggest', failReason === null ? { name, result: 'success' } : { name, result: 'fail', fail_reason: failReason })
    },
  })
}

function readyPictures(composer: Composer): SuggestionPictures {
  const statuses = composer.desks.map(({ state }) => deskStatus(state))
  if (statuses.includes('preparing')) return 'preparing'
  return preparedPictures(composer) ?? missingPicture(statuses)
}

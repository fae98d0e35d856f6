import { useEffect, useState } from 'react'
import { useLocationProperty, screenHash } from '#src/platform/routes.ts'
import { type Creation, queryTask } from '#shared/api/generation.ts'
import { api } from '#src/platform/api.ts'
import { marksNowMs, noteAsked } from '../creation-mutations.ts'
import { showLinked } from '#src/platform/show-linked.ts'

const PREFIX = '#creation-'

export type LinkedCreation =
  | { readonly kind: 'none' }
  | { readonly kind: 'alone'; readonly creation: Creation }
  | { readonly kind: 'missing' }

/** The creation's id in the address's fragment; '' without one. */
export function useLinkedId(): string {
  const hash = useLocationProperty(screenHash)
  try {
    return hash.startsWith(PREFIX) ? decodeURIComponent(hash.slice(PREFIX.length)) : ''
  } catch {
    return ''
  }
}

/**
 * The creation linked in the address. If it is in the list, the list scrolls to it; otherwise it is fetched once the
 * list is loaded, and stays where it was shown while the address names it.
 */
export function useLinkedCreation(namedId: string, isListed: boolean, isTold: boolean): LinkedCreation {
  const [found, setFound] = useState<{ readonly id: string; readonly creation: Creation | null } | null>(null)
  const isKnown = found?.id === namedId
  useEffect(() => {
    // Deferred, because a new screen is scrolled to its top first.
    const timer = setTimeout(() => showAgain(namedId))
    return () => clearTimeout(timer)
  }, [namedId])
  useEffect(() => {
    if (namedId === '' || isKnown || isListed || !isTold) return
    let isOver = false
    const fetchIt = async () => {
      const askedAtMs = marksNowMs()
      const answer = await api.call(queryTask, { taskId: namedId })
      if (isOver || (!answer.ok && answer.error.retry !== 'never')) return
      if (answer.ok) noteAsked([answer.value], askedAtMs)
      setFound({ id: namedId, creation: answer.ok ? answer.value : null })
    }
    void fetchIt()
    return () => {
      isOver = true
    }
  }, [namedId, isKnown, isListed, isTold])
  if (!isKnown || found === null) return { kind: 'none' }
  return found.creation === null ? { kind: 'missing' } : { kind: 'alone', creation: found.creation }
}

/** Allows the same creation to be linked again. */
function showAgain(namedId: string): void {
  const card = document.getElementById(`creation-${namedId}`)
  if (card === null) return
  delete card.dataset['shown']
  showLinked(card)
}

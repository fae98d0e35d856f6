import type { RefObject } from 'react'
import { useEffect, useMemo, useState } from 'react'
import type { Creation } from '#shared/api/generation.ts'
import { watchSight } from '#src/lib/watch-sight.ts'
import { splitNew } from './split-new.ts'

interface Reading {
  readonly shown: readonly Creation[]
  /** How many new ones wait. */
  readonly fresh: number
  readonly showFresh: () => void
}

/** Holds new creations back while the head of the list is above the window. `listKey`: another list begins anew. */
export function useReading(head: RefObject<HTMLElement | null>, creations: readonly Creation[], listKey: string): Reading {
  const [held, setHeld] = useState<{ readonly listKey: string; readonly ids: ReadonlySet<string> } | null>(null)
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    const { current } = head
    if (current === null) return
    return watchSight(current, ({ isIntersecting, boundingClientRect }) => setReading(!isIntersecting && boundingClientRect.top < 0))
  }, [head])
  const isHeld = held !== null && held.listKey === listKey && held.ids.size > 0
  const hold = () => setHeld({ listKey, ids: new Set(creations.map(({ id }) => id)) })
  if (isReading && !isHeld && creations.length > 0) hold()
  if (!isReading && held !== null) setHeld(null)
  const { shown, fresh } = useMemo(
    () => (held === null ? { shown: creations, fresh: [] } : splitNew(creations, held.ids)),
    [creations, held],
  )
  return { shown, fresh: fresh.length, showFresh: hold }
}

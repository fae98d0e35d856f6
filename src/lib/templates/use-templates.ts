import type { Shelf, ShelfState } from './template-shelves.ts'
import { startTransition, useEffect, useState } from 'react'
import { snapshot, subscribe } from '#src/lib/state.ts'
import { keepTemplatesFresh } from './keep-templates-fresh.ts'
import { templateLists } from './template-lists.ts'

interface Shown {
  readonly shelf: Shelf
  readonly state: Readonly<ShelfState>
}

/** A shelf, loaded and kept fresh while somebody looks at it. A list that arrives is drawn in slices, between which the page can answer. */
export function useTemplates(shelf: Shelf): Readonly<ShelfState> {
  const [shown, setShown] = useState<Shown>(() => ({ shelf, state: stateOf(shelf) }))
  useEffect(() => {
    const show = () => startTransition(() => setShown((before) => next(before, shelf)))
    show()
    return subscribe(templateLists, show)
  }, [shelf])
  useEffect(() => keepTemplatesFresh(shelf), [shelf])
  return shown.shelf === shelf ? shown.state : stateOf(shelf)
}

function next(before: Shown, shelf: Shelf): Shown {
  const state = stateOf(shelf)
  return before.state === state ? before : { shelf, state }
}

function stateOf(shelf: Shelf): Readonly<ShelfState> {
  return snapshot(templateLists)[shelf] as Readonly<ShelfState>
}

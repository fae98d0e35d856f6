import type { Shelf, ShelfState } from './template-shelves.ts'
import { useDeferredValue, useEffect } from 'react'
import { useSnapshot } from '#src/lib/state.ts'
import { keepTemplatesFresh } from './keep-templates-fresh.ts'
import { templateLists } from './template-lists.ts'

/** A shelf, loaded and kept fresh while somebody looks at it. A list that arrives is drawn in slices, between which the page can answer. */
export function useTemplates(shelf: Shelf): Readonly<ShelfState> {
  useEffect(() => keepTemplatesFresh(shelf), [shelf])
  return useDeferredValue(useSnapshot(templateLists)[shelf] as Readonly<ShelfState>)
}

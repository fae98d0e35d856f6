import type { Shelf, ShelfState } from './template-shelves.ts'
import { useEffect } from 'react'
import { useSnapshot } from '#src/lib/state.ts'
import { keepTemplatesFresh } from './keep-templates-fresh.ts'
import { templateLists } from './template-lists.ts'

/** A shelf, loaded and kept fresh while somebody looks at it. */
export function useTemplates(shelf: Shelf): Readonly<ShelfState> {
  useEffect(() => keepTemplatesFresh(shelf), [shelf])
  return useSnapshot(templateLists)[shelf] as Readonly<ShelfState>
}

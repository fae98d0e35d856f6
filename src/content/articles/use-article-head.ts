import { useEffect } from 'react'
import type { ItemHead } from '#src/creations/shown-item.ts'
import { shownItem } from '#src/creations/shown-item.ts'

/** Lets the document's head tell of what is shown; null while that is not known. */
export function useArticleHead(head: ItemHead | null): void {
  const { name = '', description = '', canonical = null } = head ?? {}
  const isKnown = head !== null
  useEffect(() => {
    if (!isKnown) return
    shownItem.head = { name, description, canonical }
    return () => {
      shownItem.head = null
    }
  }, [isKnown, name, description, canonical])
}

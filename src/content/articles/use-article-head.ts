import { useEffect } from 'react'
import type { ItemHead } from '#src/creations/shown-item.ts'
import { shownItem } from '#src/creations/shown-item.ts'

/** Sets the document head to the subject; null while unknown. */
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

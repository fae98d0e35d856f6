import { useEffect } from 'react'
import type { Text } from '#src/lib/i18n.ts'
import type { ViewerItem } from '#src/lib/viewer-item.ts'
import { creationName, itemDescription } from '#shared/domain/item-head.ts'
import { shownItem } from '#src/lib/shown-item.ts'
import { viewerItemPath } from '#src/lib/viewer-item.ts'
import { itemPrompt, itemTitle } from './item-words.ts'

/** Lets the document's head tell of the item as long as it is on the screen. */
export function useShownItem(item: ViewerItem, text: Text): void {
  const prompt = itemPrompt(item)
  const isOwn = item.kind === 'media'
  const name = (isOwn ? creationName(prompt) : '') || itemTitle(item, text)
  const canonical = isOwn ? null : viewerItemPath(item)
  useEffect(() => {
    shownItem.head = { name, description: itemDescription(prompt), canonical }
    return () => {
      shownItem.head = null
    }
  }, [name, prompt, canonical])
}
